import type { ServerResponse } from 'node:http';
import type { Handler, Request, Resources, Route } from '../../http/handler.ts';
import { assetRoutes } from '../html/assets.ts';
import { noticesOf } from '../posts/post.ts';
import { doing, leading } from '../posts/postHandler.ts';
import { shareRoutes } from '../share/routes.ts';
import { signInRoutes } from '../signIn/routes.ts';
import type { Console } from './console.ts';
import type { Page } from './page.ts';
import { pages as ours } from './pages.ts';
import { among } from './paths.ts';
import { sendError } from './reply.ts';
import { showing } from './showPage.ts';
import { unknownPath } from './unknownPath.ts';

/** The routes of a console of these pages, and of nothing else: exact paths, those with fewer names first. */
export function consoleRoutes(resources: Resources, pages = ours): readonly Route[] {
  const given: Console = {
    ...resources,
    isSecure: resources.config.publicUrl?.startsWith('https:') ?? false,
    notices: new Map(pages.flatMap(({ posts }) => posts.flatMap(noticesOf))),
  };
  const isPage = among(pages.flatMap(addressesOf));
  const routes = [
    ...pages.flatMap(page => routesOf(given, page)).map(route => withErrorPages(route)),
    ...signInRoutes(given, isPage).map(route => withErrorPages(route)),
    ...shareRoutes(given).map(forClients),
  ];
  const names = ({ pattern }: Route) => pattern.split(':').length;
  const opened = routes.filter(({ method }) => method === 'GET').map(({ pattern }) => pattern);
  // The API's own page is nobody's here, but people type its address as they do those of the console.
  const unknown = withErrorPages(unknownPath(given, [...opened, '/docs']));
  return [...assetRoutes, ...routes.sort((one, other) => names(one) - names(other)), unknown];
}

const addressesOf = ({ path, alias }: Page) => (alias === undefined ? [path] : [path, alias]);

function routesOf(given: Console, page: Page): Route[] {
  return [
    ...addressesOf(page).map(
      (path): Route => ({ method: 'GET', pattern: path, handler: showing(given, { ...page, path }) }),
    ),
    ...page.posts.flatMap((post): Route[] => [
      { method: 'POST', pattern: post.path, handler: doing(given, page, post) },
      { method: 'GET', pattern: post.path, handler: leading(given, page, post) },
    ]),
  ];
}

/** What clients open by a link that was sent to them is in no search engine, and its errors lead to nothing of ours. */
function forClients(route: Route): Route {
  const { handler, ...rest } = withErrorPages(route, null);
  return {
    ...rest,
    handler: (req, res) => {
      res.setHeader('X-Robots-Tag', 'noindex, nofollow');
      return handler(req, res);
    },
  };
}

/** What a handler throws becomes a page, and not the API's error body. */
function withErrorPages({ handler, ...rest }: Route, onwards?: null): Route {
  const safe: Handler = async (req: Request, res: ServerResponse) => {
    try {
      await handler(req, res);
    } catch (error) {
      sendError(req, res, error, onwards);
    }
  };
  return { ...rest, handler: safe };
}
