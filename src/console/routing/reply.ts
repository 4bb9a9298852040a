import type { ServerResponse } from 'node:http';
import { toFailure } from '../../errors/translate.ts';
import { always, noteFault, send } from '../../http/answer.ts';
import type { Request } from '../../http/handler.ts';
import { type Html, html } from '../html/html.ts';
import { alone } from '../html/layout.ts';
import { notFound, Refused } from './refused.ts';

/**
 * What goes with every page. Nothing is loaded from elsewhere, no script or style stands in a page, and no other page
 * holds ours in a frame. The referrer stays with us, for it may be a share link; without any, browsers would send
 * our own forms with `Origin: null`.
 */
const headers = {
  ...always,
  'Content-Security-Policy': [
    `default-src 'none'`,
    `style-src 'self'`,
    `script-src 'self'`,
    `img-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** Sends a page. */
export const sendPage = (req: Request, res: ServerResponse, status: number, page: Html) =>
  send(req, res, status, String(page), 'text/html; charset=utf-8', headers);

/** Sends a browser on to another page, by GET. */
export function sendOn(req: Request, res: ServerResponse, location: string): void {
  res.setHeader('Location', location);
  send(req, res, 303, '', 'text/html; charset=utf-8', headers);
}

/** Where a person goes on from an error. */
const toTheStart = html`<p><a href="/">Go to Home</a></p>`;

/**
 * Sends the page for whatever was thrown. What is no refusal is a fault of ours, and logged. `onwards` null: the page
 * has no link to go on by.
 */
export function sendError(
  req: Request,
  res: ServerResponse,
  error: unknown,
  onwards: Html | null = toTheStart,
): void {
  if (res.headersSent || req.socket.destroyed) return;
  const refused = refusedBy(error);
  const code = refused ? toFailure(error)?.code : 'internal';
  if (code) req.access.code = code;
  if (refused === null) noteFault(req, res, error, req.access);
  sendPage(req, res, refused?.status ?? 500, refused ? refusedPage(refused, onwards) : faultPage(res));
}

/** The refusal that an error means to a person; null: it is a fault of ours. */
function refusedBy(error: unknown): { status: number; title: string; message: string } | null {
  if (error instanceof Refused) return error;
  const failure = toFailure(error);
  if (failure === null || failure.code === 'internal') return null;
  if (failure.code === 'not_found') return notFound();
  return { status: failure.status, title: 'This can’t be done', message: failure.message };
}

const refusedPage = ({ title, message }: { title: string; message: string }, onwards: Html | null) =>
  alone(title, html`<p>${message}</p>${onwards}`);

const faultPage = (res: ServerResponse) =>
  alone(
    'Something went wrong',
    html`<p>This is a problem on our side. Try again in a moment. If it keeps happening, send this number to the operator of your Corkboard server:</p><p><code>${String(res.getHeader('Request-Id'))}</code></p>`,
  );
