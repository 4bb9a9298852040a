// The page of a week of time: a cell is saved as it is left.

/** The page that answers when a cell of a week is saved; null if there is none, or one without a week. */
async function savedWeek(form, body) {
  // The browser sends it even if the person leaves the page meanwhile.
  const response = await fetch(form.action, { method: 'POST', body, keepalive: true }).catch(() => null);
  if (!response) return null;
  const page = new DOMParser().parseFromString(await response.text().catch(() => ''), 'text/html');
  return page.querySelector('form.week') && { page, isSaved: response.ok };
}

/** Shows an error below the row of a cell, or takes it away if there is none. */
function showCellError(input, text) {
  const row = input.closest('tr');
  const id = `${input.id}-error`;
  document.getElementById(id)?.remove();
  let errors = row.nextElementSibling?.matches('.wrong') ? row.nextElementSibling : null;
  if (errors && !errors.querySelector('p')) errors = errors.remove();
  for (const name of ['aria-invalid', 'aria-describedby']) input.removeAttribute(name);
  if (text === null) return;
  input.setAttribute('aria-invalid', 'true');
  input.setAttribute('aria-describedby', id);
  if (!errors) {
    errors = Object.assign(document.createElement('tr'), { className: 'wrong' });
    errors.append(Object.assign(document.createElement('td'), { colSpan: 9 }));
    row.after(errors);
  }
  errors.firstChild.append(
    Object.assign(document.createElement('p'), { id, className: 'error', textContent: text }),
  );
}

/** Settles once nothing is pressed: if a button moves between press and release, it is not clicked. */
let released = Promise.resolve();
addEventListener('pointerdown', () => {
  released = new Promise(done => {
    for (const end of ['pointerup', 'pointercancel'])
      addEventListener(end, () => setTimeout(done), { once: true });
  });
});

for (const form of document.querySelectorAll('form.week')) {
  const status = form.querySelector('[role="status"]');
  const saving = new Map();
  let asked = 0;
  let shownLast = 0;

  /** Saves one cell. The others keep what is typed into them. */
  const saveCell = async input => {
    const row = input.closest('tr');
    const day = input.name.split('.')[2];
    const at = [...row.querySelectorAll('td')].indexOf(input.closest('td'));
    const shown = row.querySelector('[name$=".shown"]');
    const { project } = row.dataset;
    const before = shown.value.split(',');
    const text = input.value;
    const body = new URLSearchParams(
      [...new FormData(form)].filter(([name]) => name !== 'project' && !name.startsWith('rows.')),
    );
    body.set('once', `${Date.now()} ${Math.random()}`);
    body.set('rows.0.projectId', project);
    body.set('rows.0.shown', before.map((minutes, other) => (other === at ? minutes : '')).join(','));
    body.set(`rows.0.${day}`, text);
    const turn = ++asked;
    status.textContent = 'Saving…';
    const answer = await savedWeek(form, body);
    await released;
    const fresh = answer?.page.querySelector(`tr[data-project="${project}"]`);
    const now = fresh?.querySelector('[name$=".shown"]')?.value.split(',')[at] ?? '';
    if (answer?.isSaved || fresh) shown.value = shown.value.split(',').with(at, now).join(',');
    if (!answer?.isSaved) {
      const error =
        fresh?.nextElementSibling?.querySelector('.error') ?? answer?.page.querySelector('.errors li');
      showCellError(
        input,
        error?.textContent.trim() ?? 'Not saved: the server can’t be reached, or you are signed out.',
      );
      status.textContent = 'Not saved. What you typed is still here: press Save week to try again.';
      return;
    }
    showCellError(input, null);
    const cell = fresh?.querySelector(`[name$=".${day}"]`);
    input.defaultValue = cell?.value ?? '';
    input.parentNode.replaceChildren(
      input,
      ...(cell ? [...cell.parentNode.querySelectorAll('.described')] : []),
    );
    if (input.value === text) input.value = input.defaultValue;
    // An answer that a later one overtook has older totals.
    if (turn < shownLast) return;
    shownLast = turn;
    status.textContent = 'Saved.';
    for (const part of document.querySelectorAll('[data-calculated]')) {
      const name = part.dataset.calculated;
      const other = [...answer.page.querySelectorAll('[data-calculated]')].find(
        ({ dataset }) => dataset.calculated === name,
      );
      part.replaceChildren(...(other?.childNodes ?? []));
    }
  };

  form.addEventListener('change', ({ target }) => {
    if (!target.matches('.rows input')) return;
    const turn = (saving.get(target) ?? Promise.resolve()).then(() => saveCell(target));
    saving.set(target, turn);
    turn.finally(() => saving.get(target) === turn && saving.delete(target));
  });

  let isSent = false;
  form.addEventListener('submit', () => {
    isSent = true;
  });
  /** Asks before a person leaves cells behind that could not be saved, or that they are typing into. */
  addEventListener('beforeunload', event => {
    const isUnsaved = input => input.value !== input.defaultValue && !saving.has(input);
    if (!isSent && [...form.querySelectorAll('.rows input:not([type=hidden])')].some(isUnsaved))
      event.preventDefault();
  });
}
