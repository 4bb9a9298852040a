// Help for those who have scripts. Every page works without.

/** Copies what a button names by data-copy: the id of an element. Browsers let pages copy by https, and on the same machine. */
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

/** How long the buttons of a form that was sent stay disabled, in ms: a page that was stopped while loading works again. */
const disabledMs = 15_000;

/**
 * Disables the buttons of a form once it is sent, so that a double click sends it once. They are disabled only after the
 * browser has collected what to send: the pressed button's name and value are part of it.
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

/** Browsers keep disabled buttons as they were where they show a page from memory, and some where they reload it. */
addEventListener('pageshow', () => {
  for (const button of document.querySelectorAll('button:disabled')) button.disabled = false;
});

/** j and k go down and up in a list, while the focus is in it. */
document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = { j: 1, k: -1 }[event.key];
  const list = event.target.closest?.('[data-keys]');
  if (!step || !list || event.target.matches('input, textarea, select')) return;
  const links = [...list.querySelectorAll('a[href]:not([tabindex])')];
  links[links.indexOf(document.activeElement) + step]?.focus();
});

/**
 * In a form with rows Enter goes on to the next field: in the rows at last to the button for more of them, elsewhere to the
 * button that sends the form.
 */
document.addEventListener('keydown', event => {
  const { key, target, isComposing, repeat } = event;
  if (key !== 'Enter' || isComposing || !target.matches?.('form:has(.rows) :is(input, select)')) return;
  event.preventDefault();
  if (repeat) return;
  const rows = target.closest('.rows');
  const fields = [...(rows ?? target.form).querySelectorAll('input:not([type=hidden]), select, textarea')];
  const last = rows ? target.form.elements.more : [...target.form.querySelectorAll('button')].at(-1);
  (fields[fields.indexOf(target) + 1] ?? last)?.focus();
});

/** How long after the last change the totals of an invoice are calculated anew, in ms. */
const calculateMs = 300;

/** What the server calculates from the form of an invoice: its totals and the preview. Nothing is saved. */
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
      // An answer that a later one overtook is old, and without an answer the totals stay as they were.
      if (asked !== latest) return;
      for (const part of editor.querySelectorAll('[data-calculated]'))
        part.replaceChildren(...(parts.get(part.dataset.calculated) ?? part).childNodes);
    }, calculateMs);
  });
}

/** What is wrong with a form is read first. */
document.querySelector('.errors[tabindex]')?.focus();
