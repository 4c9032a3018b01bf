// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The page reads well without this: it adds the filter, the second grouping,
// keys and the choice of colours.
(() => {
  'use strict';
  const get = (id) => document.getElementById(id);
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const findings = all('.finding');
  const levels = new Set(all('.level-switch').map((b) => b.dataset.level));
  const holder = get('findings');
  const fileGroups = all('.group', holder);
  const home = new Map(findings.map((f) => [f, f.parentElement]));
  const noneShown = get('none-shown');
  const texts = new Map();
  let ruleGroups = null;
  let groupedBy = 'file';
  let current = null;

  // What is searched: lower case, computed when first asked for.
  const textOf = (finding) => {
    if (!texts.has(finding))
      texts.set(finding, finding.textContent.toLowerCase());
    return texts.get(finding);
  };

  const isShown = (finding) => !finding.hidden;

  function update() {
    const words = get('filter').value.toLowerCase().split(/\s+/).filter(Boolean);
    const rule = get('rule').value;
    let shown = 0;
    for (const f of findings) {
      const passes = levels.has(f.dataset.level) && (!rule || f.dataset.rule === rule) &&
          words.every((w) => textOf(f).includes(w));
      f.hidden = !passes;
      shown += passes;
    }
    const perRule = new Map();
    for (const f of findings)
      if (isShown(f))
        perRule.set(f.dataset.rule, (perRule.get(f.dataset.rule) || 0) + 1);
    for (const group of all('.group', holder)) {
      const count = all('.finding', group).filter(isShown).length;
      group.hidden = count === 0;
      group.querySelector('.number').textContent = count;
    }
    const fileLinks = all('nav .by-file li');
    fileGroups.forEach((group, i) => {
      if (groupedBy !== 'file' || !fileLinks[i])
        return;
      fileLinks[i].hidden = group.hidden;
      fileLinks[i].querySelector('.number').textContent = group.querySelector('.number').textContent;
    });
    for (const item of all('nav .by-rule li')) {
      item.hidden = !perRule.has(item.dataset.rule);
      item.querySelector('.number').textContent = perRule.get(item.dataset.rule) || 0;
    }
    get('shown').textContent = shown === findings.length ? '' : `${shown} of ${findings.length} shown`;
    noneShown.hidden = shown > 0 || findings.length === 0;
  }

  function makeRuleGroups() {
    const groups = new Map();
    for (const option of get('rule').options) {
      if (!option.value)
        continue;
      const section = document.createElement('section');
      section.className = 'group';
      section.id = 'group-' + option.value;
      const heading = document.createElement('h2');
      const link = document.createElement('a');
      link.href = '#rule-' + option.value;
      link.textContent = option.value;
      const number = document.createElement('span');
      number.className = 'number';
      heading.append(link, ' ', number);
      section.append(heading);
      groups.set(option.value, section);
    }
    return groups;
  }

  function groupBy(what) {
    groupedBy = what;
    ruleGroups = ruleGroups || makeRuleGroups();
    for (const f of findings)
      (what === 'rule' ? ruleGroups.get(f.dataset.rule) : home.get(f)).append(f);
    holder.replaceChildren(...(what === 'rule' ? ruleGroups.values() : fileGroups), noneShown);
    for (const b of all('[data-group]'))
      b.setAttribute('aria-pressed', String(b.dataset.group === what));
    for (const section of all('nav .by-file'))
      section.hidden = what === 'rule';
    for (const item of all('nav .by-rule li'))
      item.querySelector('a').hash = (what === 'rule' ? '#group-' : '#rule-') + item.dataset.rule;
    update();
  }
  function focusFinding(finding) {
    if (!finding)
      return;
    current = finding;
    const summary = finding.querySelector('summary');
    summary.focus({preventScroll: true});
    summary.scrollIntoView({block: 'nearest'});
  }

  function step(by) {
    const shown = all('.finding', holder).filter(isShown);
    const focused = document.activeElement && document.activeElement.closest('.finding');
    const at = shown.indexOf(focused || current);
    focusFinding(at < 0 ? shown[by > 0 ? 0 : shown.length - 1]
                        : shown[Math.min(Math.max(at + by, 0), shown.length - 1)]);
  }

  // Whatever the address names is opened, and so is all around it.
  function reveal() {
    let id = location.hash.slice(1);
    try {
      id = decodeURIComponent(id);
    } catch {
    }
    const target = id && get(id);
    if (!target)
      return;
    for (let e = target; e; e = e.parentElement)
      if (e.tagName === 'DETAILS')
        e.open = true;
    const inner = target.querySelector(':scope > details');
    if (inner)
      inner.open = true;
    if (target.classList.contains('finding'))
      focusFinding(target);
    else if (target.tagName === 'DETAILS')
      target.querySelector('summary').focus({preventScroll: true});
    target.scrollIntoView();
  }

  const themes = ['system', 'light', 'dark'];
  function setTheme(theme) {
    if (theme === 'system')
      delete document.documentElement.dataset.theme;
    else
      document.documentElement.dataset.theme = theme;
    get('theme').textContent = 'theme: ' + theme;
    try {
      localStorage.setItem('fencepost-theme', theme);
    } catch {
    }
  }
  function nextTheme() {
    const now = document.documentElement.dataset.theme || 'system';
    setTheme(themes[(themes.indexOf(now) + 1) % themes.length]);
  }

  function leaveFilter() {
    if (document.activeElement === get('filter')) {
      get('filter').blur();
      return;
    }
    get('filter').value = '';
    get('rule').value = '';
    update();
  }

  function aboutRule() {
    const finding = (document.activeElement && document.activeElement.closest('.finding')) || current;
    if (finding)
      location.hash = '#rule-' + finding.dataset.rule;
  }

  const toggleGroup = () => groupBy(groupedBy === 'file' ? 'rule' : 'file');
  const keys = {
    '/': () => get('filter').select(),
    j: () => step(1),
    k: () => step(-1),
    g: toggleGroup,
    r: aboutRule,
    t: nextTheme,
    '?': () => get('help').showModal(),
    Escape: leaveFilter,
  };

  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || get('help').open)
      return;
    const typing = event.target.closest('input, select');
    if (typing && event.key !== 'Escape') {
      if (event.key === 'Enter' && typing === get('filter')) {
        event.preventDefault();
        focusFinding(all('.finding', holder).find(isShown));
      }
      return;
    }
    let action = keys[event.key];
    // Arrows scroll the page unless a finding has the focus.
    if (event.target.closest('.finding > details > summary')) {
      if (event.key === 'ArrowDown')
        action = keys.j;
      if (event.key === 'ArrowUp')
        action = keys.k;
    }
    if (!action)
      return;
    event.preventDefault();
    action();
  });

  let pending = 0;
  get('filter').addEventListener('input', () => {
    clearTimeout(pending);
    pending = setTimeout(update, findings.length > 500 ? 150 : 0);
  });
  get('rule').addEventListener('change', update);
  for (const b of all('.level-switch'))
    b.addEventListener('click', () => {
      const isOn = !levels.delete(b.dataset.level);
      if (isOn)
        levels.add(b.dataset.level);
      b.setAttribute('aria-pressed', String(isOn));
      update();
    });
  for (const b of all('[data-group]'))
    b.addEventListener('click', () => groupBy(b.dataset.group));
  const setOpen = (isOpen) => {
    for (const f of findings)
      if (isShown(f))
        f.querySelector(':scope > details').open = isOpen;
  };
  get('open-all').addEventListener('click', () => setOpen(true));
  get('close-all').addEventListener('click', () => setOpen(false));
  get('theme').addEventListener('click', nextTheme);
  get('keys').addEventListener('click', keys['?']);
  addEventListener('hashchange', reveal);

  let closedForPrint = [];
  addEventListener('beforeprint', () => {
    closedForPrint = all('.finding:not([hidden]) > details:not([open])');
    for (const d of closedForPrint)
      d.open = true;
  });
  addEventListener('afterprint', () => {
    for (const d of closedForPrint)
      d.open = false;
  });

  all('.tools').forEach((tools) => tools.hidden = findings.length === 0);
  if (!matchMedia('(min-width: 70rem)').matches)
    all('.contents').forEach((contents) => contents.open = false);
  try {
    const theme = localStorage.getItem('fencepost-theme');
    if (themes.includes(theme) && theme !== 'system')
      setTheme(theme);
  } catch {
  }
  reveal();
})();
