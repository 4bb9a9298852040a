import type { Request, Route } from '../../http/handler.ts';
import { authenticate, type ConsoleResources } from '../requests/console.ts';
import { notFound } from '../requests/pageError.ts';
import { pathMatcher } from '../requests/paths.ts';
import { redirect } from '../requests/reply.ts';

/**
 * The route of unknown addresses for people who are signed in: they get an error page, or are redirected if the address
 * without its trailing slash is a page's. Programs and people who are not signed in get the API's error body, except that a
 * link with a secret and one trailing slash, as mail programs and people make them, leads anyone to the link. `patterns`: the
 * paths of all pages; `links`: those of links with a secret.
 */
export function unknownPath(
  resources: ConsoleResources,
  patterns: readonly string[],
  links: readonly string[],
): Route {
  const isPage = pathMatcher(patterns);
  const isLink = pathMatcher(links.map(link => `${link}/`));
  return {
    method: 'GET',
    pattern: '*',
    accepts: async req =>
      isByBrowser(req) && (isLink(req.path) || (await authenticate(resources, req)) !== null),
    handler: async (req, res) => {
      if (isLink(req.path)) return redirect(req, res, req.path.slice(0, -1) + (req.search ?? ''), 308);
      const path = req.path.replace(/(?<!\/)\/+$/, '');
      // Redirect only to known pages: a browser takes an address that begins with two slashes for another site.
      if (path === req.path || !isPage(path)) throw notFound();
      redirect(req, res, path + (req.search ?? ''));
    },
  };
}

/** Whether a person may have typed the address or followed a link. Programs send a key or request the API. */
const isByBrowser = ({ path, headers }: Request): boolean =>
  headers.authorization === undefined && !/^\/api(?:\/|$)/.test(path);
