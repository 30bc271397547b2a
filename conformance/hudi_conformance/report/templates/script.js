"use strict";
(() => {
  const byId = (id) => document.getElementById(id);

  // Search of the list of cases. The page works without it: topics lead to every case.
  const cases = window.hudiCases, found = byId("found");
  if (cases && found) {
    const glyphs = found.dataset.glyphs.split("|").map((pair) => pair.split(" "));
    const body = found.tBodies[0], most = 300;
    const text = (tag, className, words) => {
      const node = document.createElement(tag);
      node.className = className;
      node.textContent = words;
      return node;
    };
    const row = ([id, page, title, , states]) => {
      const strip = text("span", "strip", ""), link = text("a", "id", id);
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
    const apply = () => {
      const words = byId("find").value.toLowerCase().split(/\s+/).filter(Boolean);
      const status = byId("status").value, who = byId("who").value;
      const isActive = words.length || status !== "" || who !== "";
      const hits = !isActive ? [] : cases.filter(([id, , title, rule, states]) => {
        const textOfCase = (id + " " + title + " " + rule).toLowerCase();
        const own = who === "" ? states : states[Number(who)];
        return words.every((word) => textOfCase.includes(word)) &&
          (status === "" ? who === "" || own !== "7" && own !== "5" : own.includes(status));
      });
      found.hidden = !isActive;
      byId("topics").hidden = Boolean(isActive);
      body.replaceChildren(...hits.slice(0, most).map(row));
      byId("shown").textContent = !isActive ? "" : hits.length + " of " + cases.length +
        (hits.length > most ? ", the first " + most + " shown" : "");
    };
    byId("filter").hidden = false;
    byId("filter").addEventListener("submit", (event) => event.preventDefault());
    for (const id of ["find", "status", "who"]) byId(id).addEventListener("input", apply);
    addEventListener("keydown", (event) => {
      if (event.key === "/" && !/^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName)) {
        event.preventDefault();
        byId("find").focus();
      }
    });
    apply();
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
