import type { Request, Route } from '../../http/handler.ts';
import { authenticate, type ConsoleResources } from '../requests/console.ts';
import { notFound } from '../requests/pageError.ts';
import { pathMatcher } from '../requests/paths.ts';
import { redirect } from '../requests/reply.ts';

/**
 * The route of unknown addresses for people who are signed in: they get an error page, or are redirected if the address
 * without its trailing slash is a page's. Programs and people who are not signed in get the API's error body. `patterns`:
 * the paths of all pages.
 */
export function unknownPath(resources: ConsoleResources, patterns: readonly string[]): Route {
  const isPage = pathMatcher(patterns);
  return {
    method: 'GET',
    pattern: '*',
    accepts: async req => isByBrowser(req) && (await authenticate(resources, req)) !== null,
    handler: async (req, res) => {
      const path = req.path.replace(/\/+$/, '');
      // Redirect only to known pages: a browser takes an address that begins with two slashes for another site.
      if (path === req.path || !isPage(path)) throw notFound();
      redirect(req, res, path + (req.search ?? ''));
    },
  };
}

/** Whether a person may have typed the address or followed a link. Programs send a key or request the API. */
const isByBrowser = ({ path, headers }: Request): boolean =>
  headers.authorization === undefined && !/^\/api(?:\/|$)/.test(path);
