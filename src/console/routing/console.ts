import type { FragmentSqlToken } from 'slonik';
import type { Request, Resources } from '../../http/handler.ts';
import { readCookie } from '../sessions/session.ts';
import { admitPerson } from '../sessions/visit.ts';
import type { Page } from './page.ts';

/** What the console works with. */
export interface Console extends Resources {
  /** Whether the address that people see is https. */
  isSecure: boolean;
  /** The notices that follow posts, by the value of `done` in the page's query (src/console/posts/post.ts). */
  notices: ReadonlyMap<string, string>;
}

/** The token of the session in the browser; empty if there is none. */
export const sessionOf = ({ isSecure }: Console, req: Request): string =>
  readCookie(req, 'corkboard', isSecure);

/** Lets in whoever the cookie says; see admitPerson. */
export const admit = (given: Console, req: Request, read?: FragmentSqlToken, by?: Page['by']) =>
  admitPerson(given, req, sessionOf(given, req), read, by);
