import type { RowsAsJson } from '../../database/authenticatedRead.ts';
import type { Request, Resources } from '../../http/handler.ts';
import { authenticatePerson } from '../sessions/person.ts';
import { readCookie } from '../sessions/session.ts';

/** The resources of the console's handlers. */
export interface ConsoleResources extends Resources {
  /** Whether the console is served over https. */
  isSecure: boolean;
  /** The notices after a post, by the value of `done` in the page's query (src/console/forms/post.ts). */
  notices: ReadonlyMap<string, string>;
}

/** The token of the session in the browser; empty if there is none. */
export const sessionOf = ({ isSecure }: ConsoleResources, req: Request): string =>
  readCookie(req, 'corkboard', isSecure);

/** Authenticates the person by the session cookie; see authenticatePerson. */
export const authenticate = (resources: ConsoleResources, req: Request, read?: RowsAsJson) =>
  authenticatePerson(resources, req, sessionOf(resources, req), read);
