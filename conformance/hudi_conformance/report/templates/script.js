"use strict";
(() => {
  const byId = (id) => document.getElementById(id);

  // A link to something folded away opens it.
  const reveal = () => {
    const target = byId(decodeURIComponent(location.hash.slice(1)));
    for (let node = target; node; node = node.parentElement) if (node.tagName === "DETAILS") node.open = true;
    if (target) target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  if (location.hash) reveal();

  // Filter and order of the cases.
  const list = byId("list");
  const rows = [...list.querySelectorAll(".case")].map((node, order) => ({
    node, order, id: node.id, states: node.dataset.s.split(" "),
    text: node.querySelector("summary").textContent.toLowerCase() + " " + node.querySelector(".src").textContent.toLowerCase(),
    bad: node.dataset.s.split(" ").filter((s) => s === "new" || s === "stale" || s === "known").length,
  }));
  const heads = [...list.querySelectorAll(".topic")];
  const original = [...list.children];
  const apply = () => {
    const words = byId("find").value.toLowerCase().split(/\s+/).filter(Boolean);
    const status = byId("status").value, who = byId("who").value;
    let shown = 0;
    for (const row of rows) {
      const states = who === "" ? row.states : [row.states[Number(who)]];
      const fits = words.every((word) => row.text.includes(word)) &&
        (status === "" ? who === "" || states[0] !== "none" : states.includes(status));
      row.node.hidden = !fits;
      shown += fits;
    }
    const flat = byId("order").value !== "";
    for (const head of heads) {
      let node = head.nextElementSibling, any = false;
      for (; node && !node.classList.contains("topic"); node = node.nextElementSibling) any ||= !node.hidden;
      head.hidden = flat || !any;
    }
    byId("shown").textContent = shown + " of " + rows.length;
  };
  const arrange = () => {
    const order = byId("order").value;
    const sorted = [...rows].sort((a, b) => (order === "worst" && b.bad - a.bad) || (order === "id" && (a.id < b.id ? -1 : 1)) || a.order - b.order);
    list.append(...(order === "" ? original : [...heads, ...sorted.map((row) => row.node)]));
    apply();
  };
  byId("filter").hidden = false;
  for (const id of ["find", "status", "who"]) byId(id).addEventListener("input", apply);
  byId("order").addEventListener("input", arrange);
  addEventListener("keydown", (event) => {
    if (event.key === "/" && !/^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName)) {
      event.preventDefault();
      byId("find").focus();
    }
  });
  apply();

  // Tables sort by a click on a head, or Enter on it.
  for (const table of document.querySelectorAll("table.sortable")) {
    const body = table.tBodies[0], start = [...body.rows];
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const next = { none: "descending", descending: "ascending", ascending: "none" }[head.ariaSort || "none"];
        for (const other of table.tHead.rows[0].cells) other.ariaSort = null;
        head.ariaSort = next === "none" ? null : next;
        const value = (row) => row.cells[column].dataset.v ?? row.cells[column].textContent.trim();
        const sign = next === "descending" ? -1 : 1;
        const sorted = next === "none" ? start : [...start].sort((a, b) => {
          const left = value(a), right = value(b), gap = Number(left) - Number(right);
          return sign * (Number.isNaN(gap) ? left.localeCompare(right) : gap);
        });
        body.append(...sorted);
      });
    });
  }
})();
