import { discardTimer, pauseTimer, resumeTimer, startTimer, stopTimer } from '../../actions/timer.ts';
import { duration } from '../../formatting/index.ts';
import { facts } from '../components/facts.ts';
import { filterForm } from '../components/filterForm.ts';
import { briefTime, dateAtEnd } from '../components/time.ts';
import { form, formOfMany } from '../forms/form.ts';
import type { Post } from '../forms/post.ts';
import { elapsed, hasStoppedCounting } from '../html/elapsed.ts';
import { type Html, html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { byAction } from '../posts/byAction.ts';
import { type ProjectChoice, searchText, shownResults } from '../queries/search.ts';
import {
  type LoggedTime,
  loggedTime,
  type TimerChoices,
  timerChoices,
  timerClient,
} from '../queries/timer.ts';
import type { PageContext } from '../requests/pageContext.ts';
import { withQuery } from '../requests/paths.ts';
import type { Person, Timer } from '../sessions/person.ts';

const redirectTo = () => '/timer';
/** The page then says what was logged, with a link to correct it. */
const afterLogging = (id: string) => withQuery('/timer', { logged: id });

const start = byAction(startTimer, {
  path: '/projects/:id/timer/start',
  redirectTo: ({ loggedId }) => (loggedId === null ? '/timer' : afterLogging(loggedId)),
});
const pause = byAction(pauseTimer, { path: '/timer/pause', redirectTo });
const resume = byAction(resumeTimer, { path: '/timer/resume', redirectTo });
const stop = byAction(stopTimer, {
  path: '/timer/stop',
  looks: { description: { rows: 2 } },
  redirectTo: ({ entry }) => afterLogging(entry.id),
});
const discard = byAction(discardTimer, { path: '/timer/discard', redirectTo });

/** The form that stops a timer that has stopped counting, which asks how long the person worked. */
const answer: Post = {
  ...stop,
  fields: stop.fields.map(field =>
    field.name === 'minutes' ? { ...field, required: true, hint: 'Or with its unit, such as 45 min' } : field,
  ),
};

/** A member's timer, and the projects on which they can start one. */
export const timerPage = page<{
  choices: TimerChoices;
  client: { name: string } | null;
  logged: LoggedTime | null;
}>({
  path: '/timer',
  reads: ({ search }) => ({
    choices: timerChoices(searchText(search)),
    client: timerClient,
    logged: loggedTime(search.get('logged') ?? ''),
  }),
  view: ({ choices, client, logged }, context) => {
    const { timer } = context.person;
    return {
      title: 'Timer',
      body: html`
        ${logged === null ? null : loggedNote(logged, context.person)}
        ${timer === null ? null : card(timer, client, context)}
        ${timer !== null && hasStoppedCounting(timer) ? null : chooser(choices, context)}`,
    };
  },
  posts: [start, pause, resume, stop, discard],
});

const loggedNote = (
  { id, minutes, date, projectId, project, client }: LoggedTime,
  person: Person,
): Html => html`
  <p>Logged ${duration(minutes, person.locale)} on <a href="/projects/${projectId}?tab=time">${project}</a> (${client}), ${dateAtEnd(date, person)} <a href="/projects/${projectId}?tab=time&amp;edit=${id}">Edit time entry</a></p>`;

/** The timer with everything that can be done with it. */
function card(timer: Timer, client: { name: string } | null, context: PageContext): Html {
  const { id, project, projectId, isRunning, isInTrash, startedAt } = timer;
  const isOver = hasStoppedCounting(timer);
  const state = isOver
    ? html`<span class="pill bad">Stopped counting</span>`
    : html`<span class="pill${isRunning ? ' good' : null}">${isRunning ? 'Running' : 'Paused'}</span>`;
  return html`
    <section><h2>${isInTrash ? project : html`<a href="/projects/${projectId}?tab=time">${project}</a>`}</h2>
      <div class="clock">${elapsed(timer)} ${state} ${isOver ? null : form(context, isRunning ? pause : resume, { quiet: true })}</div>
      ${facts([
        ['Client', client?.name ?? null],
        ['Started', briefTime(startedAt, context.person)],
      ])}
      ${isOver && !isInTrash ? html`<p><strong>The timer stopped counting after 16 hours.</strong> How long did you work? Enter it below, or discard the timer.</p>` : null}
      ${isInTrash ? html`<p><strong>This project is in the trash.</strong> <a href="/trash">Restore it</a> to log the time, or discard the timer.</p>` : null}
      ${isInTrash ? null : form(context, isOver ? answer : stop, { values: { shown: id } })}
      ${form(context, discard, { values: { shown: id }, quiet: true })}</section>`;
}

/** The projects to start on: those of late first, or what a search finds. */
function chooser({ recent, projects }: TimerChoices, context: PageContext): Html {
  const { timer } = context.person;
  const search = searchText(context.search);
  const known = new Set(recent.map(({ id }) => id));
  const found = [...recent, ...projects.filter(({ id }) => !known.has(id))].filter(
    ({ id }) => id !== timer?.projectId,
  );
  return html`
    <section><h2>${timer === null ? 'Start on a project' : 'Start on another project'}</h2>
      ${timer === null ? null : html`<p class="hint">${switching(timer)}</p>`}
      ${found.length === 0 && search === '' && timer === null ? null : filterForm(context, [['search', 'Project or client', 'search']])}
      ${found.length === 0 ? nothing(search) : list(found, context)}</section>`;
}

const switching = ({ project, isInTrash }: Timer): string =>
  isInTrash
    ? `Discard the timer on ${project} first.`
    : `This stops the timer on ${project} and logs its time.`;

function list(projects: ProjectChoice[], context: PageContext): Html {
  const { shown, hasMore } = shownResults(projects);
  return html`${formOfMany(
    html`<ul class="list">${shown.map(
      ({ id, name, client }) =>
        html`<li><span>${name} <span class="when">${client}</span></span>
        ${form(context, start, { params: { id }, recordName: name })}</li>`,
    )}</ul>`,
  )}${hasMore ? html`<p class="hint">There are more: search for the project or its client.</p>` : null}`;
}

const nothing = (search: string): Html =>
  search === ''
    ? html`<p class="empty">Time belongs to projects. <a href="/projects?new=add">Add your first project</a>.</p>`
    : html`<p class="empty">No projects match “${search}”. <a href="/timer">Show recent projects</a>.</p>`;

/** The button that starts the timer on the project of a page, or the link to the timer that is on it. */
export function timerButton(projectId: string, context: PageContext): Html {
  const { timer } = context.person;
  return html`<div class="actions">${
    timer?.projectId === projectId
      ? html`<span>The timer is on this project: ${elapsed(timer)}</span> <a href="/timer">Pause or stop it</a>`
      : html`${form(context, start, { quiet: true })}${timer === null ? null : html`<span class="hint">${switching(timer)}</span>`}`
  }</div>`;
}
