import type { ServerResponse } from 'node:http';
import { toFailure } from '../../errors/translate.ts';
import { always, noteFault, send } from '../../http/answer.ts';
import type { Request } from '../../http/handler.ts';
import { type Html, html } from '../html/html.ts';
import { standalonePage } from '../html/layout.ts';
import { denialOf, linkUnavailable, notFound, PageError } from './pageError.ts';

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

/** The errors that are shown in the frame. The frame reads the database, which may be the cause of other errors. */
const framed = [400, 403, 404, 422];

/**
 * Sends the error page for an error that a handler threw. Anything but a PageError or a Failure is a fault of ours and
 * is logged. `frame`: null for clients, who get no link to the console.
 */
export async function sendError(
  req: Request,
  res: ServerResponse,
  error: unknown,
  frame: ErrorFrame | null,
): Promise<void> {
  if (res.headersSent || req.socket.destroyed) return;
  const pageError = pageErrorOf(error);
  const code = pageError ? toFailure(error)?.code : 'internal';
  if (code) req.access.code = code;
  if (pageError === null) noteFault(req, res, error, req.access);
  if (pageError === null) return sendPage(req, res, 500, faultPage(res));
  const { status, title, message } = pageError;
  const text = html`<p>${message}</p>`;
  const inFrame = frame && framed.includes(status) ? await frame(req, title, text).catch(() => null) : null;
  const alone = standalonePage(title, html`${text}${frame === null ? null : homeLink}`);
  sendPage(req, res, status, inFrame ?? alone);
}

const homeLink = html`<p><a href="/">Go to Home</a></p>`;

/** The title and text about an error; null if it is a fault of ours. */
function pageErrorOf(error: unknown): { status: number; title: string; message: string } | null {
  if (error instanceof PageError) return error;
  if (denialOf(error) === 'suspended') return linkUnavailable();
  const failure = toFailure(error);
  if (failure === null || failure.code === 'internal') return null;
  if (failure.code === 'not_found') return notFound();
  return { status: failure.status, title: 'This can’t be done', message: failure.message };
}

const faultPage = (res: ServerResponse) =>
  standalonePage(
    'Something went wrong',
    html`<p>This is a problem on our side. Try again in a moment. If it keeps happening, send this number to the operator of your Corkboard server:</p><p><code>${String(res.getHeader('Request-Id'))}</code></p>`,
  );
