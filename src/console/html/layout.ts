import { moment } from '../../formatting/index.ts';
import { messagesOf } from '../../languages/messages.ts';
import type { Language } from '../../vocabulary/documents.ts';
import type { Person, Timer } from '../sessions/person.ts';
import { assets, latinFont, type Script } from './assets.ts';
import { elapsed, hasStoppedCounting } from './elapsed.ts';
import { type Html, html } from './html.ts';
import { icons } from './icons.ts';
import { personName } from './personName.ts';

/** The content of a page. */
export interface View {
  /** The title and the heading of the page. */
  title: string;
  /** The breadcrumbs: the names and addresses of the pages above this one. */
  crumbs?: readonly (readonly [name: string, href: string])[];
  /** HTML beside the heading, such as the status of the record. */
  status?: Html | null;
  /** The page's main links and buttons, of which at most one is primary. */
  actions?: Html | null;
  /** Whether its script sends a form while a person types, to calculate totals. */
  isLive?: boolean;
  /** 422 if the page says what is wrong in its address; by default 200. */
  httpStatus?: 200 | 422;
  /** The script that only this page needs. */
  script?: Script;
  body: Html;
}

/** The items of the navigation, in order. */
const sections = [
  ['Home', '/', icons.house],
  ['Clients', '/clients', icons.users],
  ['Projects', '/projects', icons['folder-kanban']],
  ['Time', '/time', icons.clock],
  ['Invoices', '/invoices', icons['receipt-text']],
  ['Reports', '/reports', icons['chart-column']],
  ['Settings', '/settings', icons.settings],
] as const;

/** The whole page. `notice`: the result of the previous post; null if there was none. */
export function consolePage(person: Person, here: string, view: View, notice: string | null): Html {
  const { title, crumbs = [], status = null, actions = null, script = null, body } = view;
  return htmlDocument(
    `${title} · ${person.workspace_name}`,
    html`
    <header class="rail">
      <a class="brand" href="/"><span class="mark" aria-hidden="true">${initials(person.workspace_name)}</span><span>${person.workspace_name}</span></a>
      <a class="find" href="/search"${here.split('?')[0] === '/search' ? html` aria-current="page"` : null}>${icons.search}<span>Search</span><kbd aria-hidden="true">/</kbd></a>
      <a class="find" href="/new"${here.split('?')[0] === '/new' ? html` aria-current="page"` : null}>${icons.plus}<span>New</span><kbd aria-hidden="true">n</kbd></a>
      ${timerLink(person.timer, here)}
      <nav aria-label="Console"><ul>${sections.map(part => navigationLink(part, here))}</ul></nav>
      <form class="who" method="post" action="/sign-out">
        <span>${personName(person.email, person)}</span><button class="quiet">Sign out</button>
      </form>
    </header>
    <main id="content" tabindex="-1">
      ${person.is_suspended ? suspensionBanner(person) : null}
      <div class="head">
        <div>${crumbs.length === 0 ? null : breadcrumbs(crumbs)}<h1>${title}${status}</h1></div>
        ${actions === null ? null : html`<div class="actions">${actions}</div>`}
      </div>
      ${notice === null ? null : html`<p class="notice" role="status">${notice}</p>`}
      ${body}
    </main>`,
    'en',
    script,
  );
}

/** The link to the page of the timer: what it counts, if the member has one. */
function timerLink(timer: Timer | null, here: string): Html {
  const current = here.split('?')[0] === '/timer' ? html` aria-current="page"` : null;
  const state = timer === null || timer.isRunning ? '' : 'Paused: ';
  const words =
    timer === null ? 'Timer' : `${hasStoppedCounting(timer) ? 'Stopped: ' : state}${timer.project}`;
  return html`<a class="find" href="/timer"${current}>${icons.timer}<span>${words}</span>${timer === null ? html`<kbd aria-hidden="true">t</kbd>` : elapsed(timer)}</a>`;
}

/** Tells members on every page that their workspace is suspended, and when it will be removed. */
const suspensionBanner = ({ removal_due_at, locale, time_zone }: Person): Html =>
  html`<p class="suspended"><strong>This workspace is suspended.</strong> You can read everything, but you can’t change or send anything. API keys don’t work, and no webhooks are sent.${
    removal_due_at === null
      ? null
      : html` The workspace will be removed, with everything in it, on ${moment(removal_due_at, locale, time_zone)}.`
  } Questions? Contact the operator of your Corkboard server.</p>`;

const breadcrumbs = (crumbs: NonNullable<View['crumbs']>): Html =>
  html`<nav class="crumbs" aria-label="Breadcrumbs"><ol>${crumbs.map(
    ([name, href]) => html`<li><a href="${href}">${name}</a></li>`,
  )}</ol></nav>`;

/** The first letters of the first two words: `FF` for Fern & Fable. */
const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter(word => !/^\p{P}*$/u.test(word))
    .slice(0, 2)
    .map(word => [...word][0])
    .join('')
    .toUpperCase();

function navigationLink([name, href, icon]: (typeof sections)[number], here: string): Html {
  const path = here.split('?')[0]!;
  const isHere = href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`);
  // The style sheet uses aria-current to mark the current item.
  return html`<li><a href="${href}"${isHere ? html` aria-current="${path === href ? 'page' : 'true'}"` : null}>${icon}${name}</a></li>`;
}

/** A page without navigation, for people who aren't signed in: sign-in and errors. */
export const standalonePage = (title: string, body: Html, language: Language = 'en'): Html =>
  htmlDocument(
    title,
    html`<main id="content" class="alone" tabindex="-1"><h1>${title}</h1>${body}</main>`,
    language,
  );

/** A page behind a share link; its heading is in the body. */
export const clientPage = (title: string, body: Html, language: Language): Html =>
  htmlDocument(title, html`<main id="content" class="client" tabindex="-1">${body}</main>`, language);

/**
 * The HTML document. Browsers show it only when it is complete, because the columns of a list would move while its rows
 * arrive. It is small enough not to delay the page noticeably.
 */
function htmlDocument(title: string, body: Html, language: Language, script: Script | null = null): Html {
  return html`<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    <link rel="expect" href="#end" blocking="render">
    <link rel="icon" href="${assets['console.svg'].path}">
    <link rel="preload" as="font" type="font/woff2" href="${latinFont.path}" crossorigin>
    <link rel="stylesheet" href="${assets['console.css'].path}">
    <script type="module" src="${assets['console.js'].path}"></script>${
      script === null
        ? null
        : html`
    <script type="module" src="${assets[script].path}"></script>`
    }
  </head>
  <body>
    <a class="skip" href="#content">${messagesOf(language, language)('skip')}</a>
    ${body}
    <i id="end"></i>
  </body>
</html>
`;
}
