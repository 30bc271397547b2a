"use strict";
(() => {
  const byId = (id) => document.getElementById(id);

  // Search of the list of cases. The page works without it: topics lead to every case. What is searched for
  // is in the address, so that a link leads to the same list.
  const data = window.hudiCases, found = byId("found");
  if (data && found) {
    const glyphs = found.dataset.glyphs.split("|").map((pair) => pair.split(" "));
    const body = found.tBodies[0], most = 300;
    const cases = data.topics.flatMap(([prefix, page, rows]) =>
      rows.map(([name, title, rule, strip, anchor]) =>
        [prefix + name, `${page}#${anchor ?? name}`, title, data.rules[rule], data.strips[strip]]));
    const text = (tag, className, words) => {
      const node = document.createElement(tag);
      node.className = className;
      node.textContent = words;
      return node;
    };
    const row = ([id, page, title, , states]) => {
      const strip = document.createElement("samp"), link = text("a", "id", id);
      for (const state of states) strip.append(text("i", glyphs[state][0], glyphs[state][1]));
      link.href = page;
      const cells = [text("td", "s", ""), text("th", "idc", ""), text("td", "t", title)];
      cells[0].append(strip);
      cells[1].append(link);
      cells[1].scope = "row";
      const line = document.createElement("tr");
      line.append(...cells);
      return line;
    };
    const fields = ["find", "status", "who"].map(byId);
    const apply = () => {
      const words = byId("find").value.toLowerCase().split(/\s+/).filter(Boolean);
      const [status, who] = [byId("status"), byId("who")].map((one) => one.selectedIndex - 1);
      const isActive = words.length || status >= 0 || who >= 0;
      const hits = !isActive ? [] : cases.filter(([id, , title, rule, states]) => {
        const textOfCase = (id + " " + title + " " + rule).toLowerCase();
        const own = who < 0 ? states : states[who];
        return words.every((word) => textOfCase.includes(word)) &&
          (status < 0 ? who < 0 || own !== "7" && own !== "5" : own.includes(String(status)));
      });
      found.hidden = !isActive;
      byId("topics").hidden = Boolean(isActive);
      body.replaceChildren(...hits.slice(0, most).map(row));
      byId("shown").textContent = !isActive ? "" : hits.length + " of " + cases.length +
        (hits.length > most ? ", the first " + most + " shown" : "");
      const asked = new URLSearchParams(fields.filter((one) => one.value).map((one) => [one.id, one.value]));
      if (isActive || location.hash.includes("=")) history.replaceState(null, "", `#${asked}`);
    };
    const restore = () => {
      const asked = new URLSearchParams(location.hash.includes("=") ? location.hash.slice(1) : "");
      for (const one of fields) one.value = asked.get(one.id) ?? "";
      apply();
    };
    byId("filter").hidden = false;
    byId("filter").addEventListener("submit", (event) => event.preventDefault());
    for (const one of fields) one.addEventListener("input", apply);
    addEventListener("hashchange", restore);
    addEventListener("keydown", (event) => {
      if (event.key === "/" && !/^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName)) {
        event.preventDefault();
        byId("find").focus();
      }
    });
    restore();
  }

  // A link to a folded case unfolds it, also in browsers that do not do so themselves.
  const unfold = () => {
    const target = byId(decodeURIComponent(location.hash.slice(1)));
    const fold = target && target.closest("details");
    if (fold && !fold.open) {
      fold.open = true;
      target.scrollIntoView();
    }
  };
  addEventListener("hashchange", unfold);
  unfold();

  // Neighbours of one status share a square; the pointer asks it whose they are.
  const order = document.querySelector("[data-who]");
  if (order) {
    const names = order.textContent.replace(/^.*?: /, "").split(", ");
    const words = { p: "pass", w: "weak pass", k: "known failure", x: "unexpected", o: "open", u: "not supported" };
    document.addEventListener("pointerover", (event) => {
      const square = event.target.closest("samp i");
      if (!square || square.title) return;
      const widthOf = (one) => Number(/\d+$/.exec(one.className)?.[0] ?? 1);
      let start = 0;
      for (let one = square.previousElementSibling; one; one = one.previousElementSibling) start += widthOf(one);
      const own = names.slice(start, start + widthOf(square));
      square.title = `${words[square.className[0]]}: ${own.join(", ")}`;
    });
  }

  // Tables sort by a click on a head, or Enter on it; the third click restores the order.
  for (const table of document.querySelectorAll("table.sortable")) {
    const bodies = [...table.tBodies].map((body) => [body, [...body.rows]]);
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const next = { none: "descending", descending: "ascending", ascending: "none" }[head.ariaSort || "none"];
        for (const other of table.tHead.rows[0].cells) other.ariaSort = null;
        head.ariaSort = next === "none" ? null : next;
        const value = (row) => row.cells[column].textContent.trim().replaceAll(",", "");
        const sign = next === "descending" ? -1 : 1;
        for (const [body, start] of bodies) {
          const sorted = next === "none" ? start : [...start].sort((a, b) => {
            const left = value(a), right = value(b), gap = Number(left) - Number(right);
            return sign * (Number.isNaN(gap) ? left.localeCompare(right) : gap);
          });
          body.append(...sorted);
        }
      });
    });
  }
})();
