import type { ServerResponse } from 'node:http';
import { statusOf } from '../../errors/failure.ts';
import { toFailure } from '../../errors/translate.ts';
import { always, noteFault, send } from '../../http/answer.ts';
import type { Request } from '../../http/handler.ts';
import { browserLanguage } from '../../languages/browserLanguage.ts';
import { messagesOf } from '../../languages/messages.ts';
import { refusalIn } from '../../languages/refusals.ts';
import type { Language } from '../../vocabulary/documents.ts';
import { type Html, html } from '../html/html.ts';
import { standalonePage } from '../html/layout.ts';
import { contentIn, denialOf, linkUnavailable, notFound, PageError } from './pageError.ts';

/**
 * The headers of every page. Nothing is loaded from other sites, pages contain no inline scripts or styles, and no site
 * may frame them. The referrer is sent only to the console itself, because it may be a share link. Without any
 * referrer, browsers would send our own forms with `Origin: null`.
 */
const policy = [
  `default-src 'none'`,
  `style-src 'self'`,
  `script-src 'self'`,
  `font-src 'self'`,
  `img-src 'self'`,
  `form-action 'self'`,
  `base-uri 'none'`,
  `frame-ancestors 'none'`,
];
export const pageHeaders = {
  ...always,
  'Content-Security-Policy': policy.join('; '),
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** The headers of a page whose script may send requests, to the console only. */
const liveHeaders = {
  ...pageHeaders,
  'Content-Security-Policy': [...policy, `connect-src 'self'`].join('; '),
};

/** Sends a page. `isLive`: whether its script may send requests (View.isLive). */
export const sendPage = (
  req: Request,
  res: ServerResponse,
  status: number,
  page: Html,
  { isLive = false } = {},
) => send(req, res, status, String(page), 'text/html; charset=utf-8', isLive ? liveHeaders : pageHeaders);

/** Redirects the browser to another page by GET (303), or to the proper address of the same page for good (308). */
export function redirect(req: Request, res: ServerResponse, location: string, status: 303 | 308 = 303): void {
  res.setHeader('Location', location);
  send(req, res, status, '', 'text/html; charset=utf-8', pageHeaders);
}

/**
 * Creates an error page from a title and a text; null if the page has no navigation, as for people who aren't signed
 * in.
 */
export type ErrorFrame = (req: Request, title: string, text: Html) => Promise<Html | null>;

/**
 * The viewers of an error: people in the console, by its frame, otherwise those who opened a link. Of them nothing is known, so
 * their page is in the language of their browser. Clients get no link to the console.
 */
export type ErrorViewers = ErrorFrame | 'clients' | 'linkHolders';

/** The errors that are shown in the frame. The frame reads the database, which may be the cause of other errors. */
const framed = [400, 403, 404, 422];

/** Sends the error page for an error that a handler threw. Anything but a PageError or a Failure is a fault of ours and is logged. */
export async function sendError(
  req: Request,
  res: ServerResponse,
  error: unknown,
  viewers: ErrorViewers,
): Promise<void> {
  if (res.headersSent || req.socket.destroyed) return;
  const frame = typeof viewers === 'function' ? viewers : null;
  const pageError = pageErrorOf(error);
  const code = pageError ? toFailure(error)?.code : 'internal';
  if (code) req.access.code = code;
  if (pageError === null) noteFault(req, res, error, req.access);
  const language = frame ? 'en' : browserLanguage(req.headers['accept-language']);
  const { status, content } = pageError ?? { status: 500, content: frame ? faultInConsole : 'fault' };
  const { title, text } = contentIn(frame ? content : forLinkHolders(content, status, language), language);
  const body = html`<p>${text}</p>`;
  if (pageError === null) {
    const number = html`<p><code>${String(res.getHeader('Request-Id'))}</code></p>`;
    return sendPage(req, res, 500, standalonePage(title, html`${body}${number}`, language));
  }
  const inFrame = frame && framed.includes(status) ? await frame(req, title, body).catch(() => null) : null;
  const home = viewers === 'clients' ? null : homeLink(language);
  sendPage(req, res, status, inFrame ?? standalonePage(title, html`${body}${home}`, language));
}

const homeLink = (language: Language) =>
  html`<p><a href="/">${messagesOf(language, language)('goHome')}</a></p>`;

/** The status and content of an error; null if it is a fault of ours. */
function pageErrorOf(error: unknown): Pick<PageError, 'status' | 'content'> | null {
  if (error instanceof PageError) return error;
  if (denialOf(error) === 'suspended') return linkUnavailable();
  const failure = toFailure(error);
  if (failure === null || failure.code === 'internal') return null;
  if (failure.code === 'not_found') return notFound();
  return { status: failure.status, content: { title: 'This can’t be done', text: failure.message } };
}

/** The content for those who opened a link, in their language: that of a Failure is the API's, in English. */
function forLinkHolders(
  content: PageError['content'],
  status: number,
  language: Language,
): PageError['content'] {
  if (typeof content === 'string') return content;
  if (status === statusOf.payload_too_large) return 'tooLong';
  if (status === statusOf.bad_request) return 'badForm';
  const messages = messagesOf(language, language);
  return {
    title: messages('notDone'),
    text: refusalIn(language, language, content.text) ?? messages('refused'),
  };
}

const faultInConsole = {
  title: 'Something went wrong',
  text: 'This is a problem on our side. Try again in a moment. If it keeps happening, send this number to the operator of your Corkboard server:',
};
