import { maxRows, saveWeek, shownText, weekdays } from '../../../actions/week.ts';
import { count, counted, weekday } from '../../../formatting/index.ts';
import { dayAfter } from '../../components/calendar.ts';
import { durationText } from '../../forms/durationField.ts';
import type { FieldOptions } from '../../forms/fields.ts';
import { hiddenField, localeName } from '../../forms/hiddenFields.ts';
import { idempotencyToken } from '../../forms/idempotency.ts';
import { rearrangeName } from '../../forms/rearrange.ts';
import { type Html, html } from '../../html/html.ts';
import { byAction } from '../../posts/byAction.ts';
import type { Week, WeekCell, WeekPerson, WeekRow } from '../../queries/week.ts';
import type { PageContext } from '../../requests/pageContext.ts';
import { fieldId, withQuery } from '../../requests/paths.ts';
import type { Person } from '../../sessions/person.ts';
import { timeAddress } from '../project/time.ts';
import { type SentRow, sentRows, textOf } from './cells.ts';

// The grid of a week. Its form works without scripts: buttons add rows by showing the form again as it was typed. With scripts
// a cell is saved as it is left (assets/week.js).

const days = {
  ...{ mon: 'Monday', tue: 'Tuesday', wed: 'Wednesday', thu: 'Thursday', fri: 'Friday' },
  ...{ sat: 'Saturday', sun: 'Sunday' },
};

/** Saves the cells of a week that a person changed. */
export const save = byAction(saveWeek, {
  path: '/time/save',
  looks: {
    rows: {
      hint: undefined,
      fields: {
        projectId: { label: 'Project', hidden: true, marksRow: true },
        shown: { hidden: true },
        ...Object.fromEntries(
          Object.entries(days).map(([name, label]): [string, FieldOptions] => [
            name,
            { label, kind: 'duration', textName: `${name}Text` },
          ]),
        ),
      },
    },
  },
});

/** The projects that a row can be added for. */
export interface WeekProjects {
  projects: { id: string; name: string; client: string }[];
}

/** A row of the grid: its number in the form, null if it can't be typed in, and what was typed into it before. */
interface GridRow extends WeekRow {
  number: number | null;
  sent: SentRow | undefined;
}

/** The values of the buttons that add rows. */
const addProject = 'add';
const copyRows = 'copy';

/** Whether a person may enter time in a week: in their own, and the owner in that of each member. */
export const mayEnter = ({ memberId }: WeekPerson, { member_id, role }: Person): boolean =>
  memberId !== null && (memberId === member_id || role === 'owner');

/** The grid, in a form if the person may enter time there. */
export function weekGrid(context: PageContext, whose: WeekPerson, week: Week, offered: WeekProjects): Html {
  if (!mayEnter(whose, context.person)) return table(context, whose, week, week.rows.map(readOnly));
  const rows = rowsOf(context, week, offered);
  const { person, search } = context;
  const isOwn = whose.memberId === person.member_id;
  const action = withQuery(save.path, {
    week: whose.week,
    ...(search.get('person') && { person: search.get('person')! }),
  });
  const listed = new Set(rows.map(({ id }) => id));
  const locale = context.rejected?.values.get(localeName) || person.locale;
  // Without scripts Enter in a field presses the form's first button, which would add a row.
  return html`
    <form method="post" action="${action}" class="week"><button hidden>Enter</button>${idempotencyToken()}
      ${hiddenField([localeName, locale])}${hiddenField(['week', whose.week])}${isOwn ? null : hiddenField(['memberId', whose.memberId!])}
      ${table(context, whose, week, rows, offered.projects.length > 0 || week.lastWeek.length > 0)}
      ${adding(
        offered.projects.filter(({ id }) => !listed.has(id)),
        week.lastWeek.some(({ id }) => !listed.has(id)),
      )}
      ${rows.length === 0 ? null : html`<p class="actions"><button>${save.button}</button> <span role="status"></span></p>`}
    </form>`;
}

const readOnly = (row: WeekRow): GridRow => ({ ...row, number: null, sent: undefined });

/** The rows with time, then those that the person added, each with its number in the form. */
function rowsOf({ rejected: form }: PageContext, week: Week, { projects }: WeekProjects): GridRow[] {
  const rejected = form?.path === save.path ? form : undefined;
  const sent = rejected ? sentRows(rejected) : new Map<string, SentRow>();
  const known = new Map([...projects, ...week.lastWeek].map(project => [project.id, project]));
  const pressed = rejected?.values.get(rearrangeName);
  const added = [
    ...sent.keys(),
    ...(pressed === addProject ? [rejected!.values.get('project') ?? ''] : []),
    ...(pressed === copyRows ? week.lastWeek.map(({ id }) => id) : []),
  ].filter(id => (known.has(id) || sent.has(id)) && !week.rows.some(row => row.id === id));
  const unknown = { name: 'A project in the trash', client: '' };
  const empty = [...new Set(added)].map(id => ({
    ...{ ...unknown, ...known.get(id), id },
    ...{ isTrashed: false, cells: [] },
  }));
  let next = Math.max(-1, ...[...sent.values()].map(({ number }) => number)) + 1;
  return [...week.rows, ...empty].map(row => {
    const before = sent.get(row.id);
    const number = row.isTrashed ? null : (before?.number ?? next++);
    return { ...row, sent: before, number: number !== null && number < maxRows ? number : null };
  });
}

/** `canAdd`: whether there are projects to add rows for. */
function table(
  context: PageContext,
  whose: WeekPerson,
  week: Week,
  rows: readonly GridRow[],
  canAdd = false,
): Html {
  const isTyped = mayEnter(whose, context.person);
  if (rows.length === 0 && !isTyped) return html`<p class="empty">No time in this week.</p>`;
  const { locale } = context.person;
  const dates = weekdays.map((_, at) => dayAfter(whose.week, at));
  const total = week.days.reduce((sum, minutes) => sum + minutes, 0);
  const unlisted = week.projects - week.rows.length;
  const isCrowded = isTyped && rows.some(({ number, isTrashed }) => number === null && !isTrashed);
  return html`
    <section class="scroll" aria-label="Week" tabindex="0"><table class="week">
      <thead><tr><th scope="col">Project</th>${dates.map(
        (date, at) =>
          html`<th scope="col" id="d${at}"${date === whose.today ? html` aria-current="date"` : null}><abbr title="${weekday(date, 'full', locale)}">${weekday(date, 'short', locale)}</abbr> ${Number(date.slice(8))}</th>`,
      )}<th scope="col" class="number">Total</th></tr></thead>
      <tbody class="rows">${rows.map(row => gridRow(context, whose, row))}${
        rows.length === 0
          ? html`<tr><td colspan="9" class="empty">No time in this week yet. ${canAdd ? 'Add a project below.' : html`Time belongs to projects. <a href="/projects?new=add">Add your first project</a>.`}</td></tr>`
          : null
      }</tbody>
      <tfoot data-calculated="days"><tr><th scope="row">Total</th>${week.days.map(
        minutes => html`<td class="number">${minutes === 0 ? '' : durationText(minutes)}</td>`,
      )}<td class="number">${durationText(total)}</td></tr></tfoot>
    </table></section>${rows.some(({ number }) => number !== null) ? html`<p class="hint">A whole number is hours: 8 is 8:00. For minutes, write 0:45 or 45 min. A text after the time describes it: 1:30 Call about the logo.</p>` : null}${unlisted > 0 ? html`<p class="hint">${counted(unlisted, 'more project', locale)} with time in this week ${unlisted === 1 ? 'is' : 'are'} only in the totals.</p>` : null}${isCrowded ? html`<p class="hint">You can type into ${count(maxRows, locale)} rows here. To change the time of the others, open their projects.</p>` : null}`;
}

function gridRow({ here }: PageContext, whose: WeekPerson, row: GridRow): Html {
  const { id, name, client, isTrashed, number, sent } = row;
  const cells = weekdays.map((_, day) => row.cells.find(cell => cell.day === day));
  const period = { from: whose.week, until: dayAfter(whose.week, 6) };
  const person = whose.timekeeperId === null ? {} : { person: whose.timekeeperId };
  const fields = cells.map((cell, day) => {
    const isLocked = number === null || (cell !== undefined && (cell.billedBy !== null || cell.entries > 1));
    const now = cell?.minutes ?? null;
    const typed = sent?.cell(day, isLocked ? null : now) ?? { text: textOf(now), shown: now, errors: [] };
    const field = `rows.${number}.${weekdays[day]!}`;
    return { ...typed, isLocked, field, fieldId: fieldId(save.path, field, here) };
  });
  const shown = shownText(fields.map(field => (field.isLocked ? null : field.shown)));
  const total = cells.reduce((sum, cell) => sum + (cell?.minutes ?? 0), 0);
  const errors = fields.flatMap(({ errors, fieldId, isLocked, text }) =>
    errors.map(
      error =>
        html`<p class="error" id="${fieldId}-error">${error.replace(/^Row \d+, /, '')}${isLocked ? ` You typed ${text || 'nothing'}.` : ''}</p>`,
    ),
  );
  const address = timeAddress(id, { ...period, ...person });
  return html`
<tr data-project="${id}"><th scope="row">${
    isTrashed || client === ''
      ? html`<span id="p${number ?? id}">${name}</span>`
      : html`<a id="p${number ?? id}" href="${address}">${name}</a>`
  } <span class="sub">${isTrashed ? 'In the trash' : client}</span>${
    number === null
      ? null
      : html`${hiddenField([`rows.${number}.projectId`, id])}${hiddenField([`rows.${number}.shown`, shown])}`
  }</th>${fields.map((field, day) =>
    field.isLocked
      ? html`<td>${lockedCell(cells[day], id, dayAfter(whose.week, day), person)}</td>`
      : html`<td><input type="text" name="${field.field}" id="${field.fieldId}" value="${field.text}" aria-labelledby="p${number!} d${day}"${field.errors.length > 0 ? html` aria-invalid="true" aria-describedby="${field.fieldId}-error"` : null} placeholder="h:mm" autocomplete="off">${description(cells[day])}</td>`,
  )}<td class="number" data-calculated="${id}">${total === 0 ? '' : durationText(total)}</td></tr>${
    errors.length === 0 ? null : html`<tr class="wrong"><td colspan="9">${errors}</td></tr>`
  }`;
}

/** The description of a cell's entry; cut to the width of the cell, it is whole in its title. */
const description = (cell: WeekCell | undefined): Html | null =>
  cell?.description
    ? html`<span class="sub described" title="${cell.description}">${cell.description}</span>`
    : null;

/** A cell that can't be typed in: its time with the invoice that bills it, or with a link to its entries. */
function lockedCell(
  cell: WeekCell | undefined,
  projectId: string,
  date: string,
  person: { person?: string },
): Html | null {
  if (cell === undefined) return null;
  const { billedBy, entries, minutes } = cell;
  const details =
    billedBy !== null
      ? html`<a href="/invoices/${billedBy.id}" aria-label="Billed by ${billedBy.number}">${billedBy.number}</a>`
      : entries > 1
        ? html`<a href="${timeAddress(projectId, { from: date, until: date, ...person })}">${entries} entries</a>`
        : null;
  return html`<span class="locked">${durationText(minutes)}</span>${details === null ? null : html` <span class="sub">${details}</span>`}${description(cell)}`;
}

/** The controls that add rows: a choice of projects, and the projects of the week before. */
const adding = (projects: WeekProjects['projects'], hasLastWeek: boolean): Html =>
  html`<div class="actions">${
    projects.length === 0
      ? null
      : html`<label for="save-project">Project</label> <select id="save-project" name="project">${projects.map(
          ({ id, name, client }) => html`<option value="${id}">${name}, ${client}</option>`,
        )}</select> <button type="submit" class="quiet" name="${rearrangeName}" value="${addProject}">Add row</button>`
  }${
    hasLastWeek
      ? html` <button type="submit" class="quiet" name="${rearrangeName}" value="${copyRows}">Copy rows of last week</button>`
      : null
  }</div>`;
