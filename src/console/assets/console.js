// Conveniences for browsers with scripts. Every page works without them.

/** Copies the text of the element whose id is in a button's data-copy. Browsers allow this on https and localhost. */
document.addEventListener('click', async event => {
  const button = event.target.closest?.('button[data-copy]');
  if (!button) return;
  const source = document.getElementById(button.dataset.copy);
  await navigator.clipboard.writeText(source.value ?? source.textContent.trim());
  button.textContent = 'Copied';
});
for (const button of document.querySelectorAll('button[data-copy]')) button.hidden = !navigator.clipboard;

/** Prints the page. */
for (const button of document.querySelectorAll('button[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => print());
}

/**
 * How long the buttons of a form that was sent stay disabled, in ms: a page that was stopped while loading works again.
 */
const disabledMs = 15_000;

/**
 * Disables the buttons of a form once it is sent, so that a double click sends it once. They are disabled only after
 * the browser has collected the form's data, which includes the pressed button's name and value.
 */
document.addEventListener('submit', ({ target: form, defaultPrevented }) => {
  if (defaultPrevented || form.method !== 'post') return;
  const buttons = [...form.elements].filter(({ type, disabled }) => type === 'submit' && !disabled);
  const disable = disabled => {
    for (const button of buttons) button.disabled = disabled;
  };
  setTimeout(disable, 0, true);
  setTimeout(disable, disabledMs, false);
});

/** Browsers keep buttons disabled when they show a page from memory, and some browsers also when they reload it. */
addEventListener('pageshow', () => {
  for (const button of document.querySelectorAll('button:disabled')) button.disabled = false;
});

/** j and k move down and up in a list while the focus is in it. */
document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = { j: 1, k: -1 }[event.key];
  const list = event.target.closest?.('[data-keys]');
  if (!step || !list || event.target.matches('input, textarea, select')) return;
  const links = [...list.querySelectorAll('a[href]:not([tabindex])')];
  links[links.indexOf(document.activeElement) + step]?.focus();
});

/** The pages that `g` and a letter open, with their names. */
const places = {
  h: ['/', 'Home'],
  c: ['/clients', 'Clients'],
  p: ['/projects', 'Projects'],
  e: ['/time', 'Time'],
  i: ['/invoices', 'Invoices'],
  r: ['/reports', 'Reports'],
  s: ['/settings', 'Settings'],
  t: ['/trash', 'Trash'],
};
const keys = [
  ['/', 'Search'],
  ['n', 'New'],
  ['t', 'Timer'],
  ...Object.entries(places).map(([letter, [, name]]) => [`g ${letter}`, name]),
  ['j k', 'Down and up in a list'],
  ['?', 'These keys'],
];

/** Shows the keyboard shortcuts in a dialog, which Escape closes. */
function showKeys() {
  const dialog = document.createElement('dialog');
  dialog.innerHTML = '<h2>Keys</h2><dl></dl><form method="dialog"><button>Close</button></form>';
  for (const [key, words] of keys) {
    const name = document.createElement('dt');
    for (const one of key.split(' '))
      name.append(Object.assign(document.createElement('kbd'), { textContent: one }), ' ');
    dialog
      .querySelector('dl')
      .append(name, Object.assign(document.createElement('dd'), { textContent: words }));
  }
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** How long after `g` a letter still counts as its second key, in ms. */
const secondKeyMs = 1500;
let firstKeyAt = -secondKeyMs;

/**
 * `/` searches, `g` and a letter opens a page, `?` shows the keyboard shortcuts: in the console, while no one is
 * typing.
 */
document.addEventListener('keydown', event => {
  const { key, target, timeStamp } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return;
  if (!document.querySelector('.rail') || target.closest?.('input, textarea, select, dialog')) return;
  const isSecond = timeStamp - firstKeyAt < secondKeyMs;
  firstKeyAt = key === 'g' ? timeStamp : -secondKeyMs;
  if (isSecond && places[key]) location.assign(places[key][0]);
  else if (key === '?') showKeys();
  else if (key === 'n') location.assign('/new');
  else if (key === 't') location.assign('/timer');
  else if (key === '/') {
    event.preventDefault();
    const field = [...document.querySelectorAll('main input[type=search]')].find(one =>
      one.checkVisibility(),
    );
    if (field) field.focus();
    else location.assign('/search');
  }
});
/** Sends the browser's time zone, because a country may have several. */
for (const field of document.querySelectorAll('input[name=zone]'))
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Focuses the search field of the search page, because people come there to type. */
if (location.pathname === '/search') document.getElementById('search')?.focus();

/**
 * Focuses the first field of a page that creates something, or of the form that the address opens. On a touch screen the
 * keyboard would cover the page.
 */
if (matchMedia('(pointer: fine)').matches) {
  const fields = 'input:not([type=hidden]), select, textarea';
  const opened = new URLSearchParams(location.search).has('new') && 'main details[open]';
  const inside = ['/new', '/invoices/new', '/clients/new'].includes(location.pathname) ? 'main' : opened;
  if (inside) document.querySelector(inside)?.querySelector(fields)?.focus();
}

/**
 * In a form with rows, Enter moves to the next field. After the last field of the rows it moves to the button for more
 * rows, if there is one, and after the last field of the form to the button that sends the form.
 */
document.addEventListener('keydown', event => {
  const { key, target, isComposing, repeat } = event;
  if (key !== 'Enter' || isComposing || !target.matches?.('form:has(.rows) :is(input, select)')) return;
  event.preventDefault();
  if (repeat) return;
  const rows = target.closest('.rows');
  const fields = [...(rows ?? target.form).querySelectorAll('input:not([type=hidden]), select, textarea')];
  const last = (rows && target.form.elements.more) ?? [...target.form.querySelectorAll('button')].at(-1);
  (fields[fields.indexOf(target) + 1] ?? last)?.focus();
});

/** How long after the last change the totals of an invoice are recalculated, in ms. */
const calculateMs = 300;

/** Lets the server calculate the totals and the preview from the form of an invoice. Nothing is saved. */
async function calculated(form) {
  const body = new URLSearchParams(new FormData(form));
  body.set('rearrange', 'calculate');
  const response = await fetch(form.action, { method: 'POST', body });
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  return new Map(
    [...page.querySelectorAll('[data-calculated]')].map(part => [part.dataset.calculated, part]),
  );
}

for (const editor of document.querySelectorAll('.editor')) {
  const form = editor.querySelector('form');
  editor.querySelector('.recalculate').hidden = true;
  let timer;
  let latest = 0;
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const asked = ++latest;
      const parts = await calculated(form).catch(() => new Map());
      // A response that a later one overtook is outdated. Without a response the totals stay as they were.
      if (asked !== latest) return;
      for (const part of editor.querySelectorAll('[data-calculated]'))
        part.replaceChildren(...(parts.get(part.dataset.calculated) ?? part).childNodes);
    }, calculateMs);
  });
}

/** Counts on what a running timer had counted when the page was made. Its page also has the time in its title. */
const clocks = document.querySelectorAll('[data-seconds]');
if (clocks.length > 0) {
  const openedAt = Date.now();
  const counted = Number(clocks[0].dataset.seconds);
  const { title } = document;
  setInterval(() => {
    // It stops by itself after 16 hours.
    const seconds = Math.min(57_600, counted + Math.floor((Date.now() - openedAt) / 1000));
    const [minutes, rest] = [Math.floor(seconds / 60) % 60, seconds % 60].map(part =>
      String(part).padStart(2, '0'),
    );
    const text = `${Math.floor(seconds / 3600)}:${minutes}:${rest}`;
    for (const clock of clocks) clock.textContent = text;
    if (location.pathname === '/timer') document.title = `${text} · ${title}`;
  }, 1000);
}

/** How long a page that shows how far a job is waits until it is opened again, in ms. */
const againMs = 1500;
const again = document.querySelector('a[data-again]');
if (again) setTimeout(() => location.replace(again.href), againMs);

/** Focuses the errors of a form, so that screen readers read them first. */
document.querySelector('.errors[tabindex]')?.focus();
