import type { ServerResponse } from 'node:http';
import type { Handler, Request, Resources, Route } from '../http/handler.ts';
import { assetRoutes } from './assets.ts';
import { asking, type Console, doing, showing } from './open.ts';
import type { Page } from './page.ts';
import { pages as ours } from './pages.ts';
import { among } from './paths.ts';
import { sendError } from './reply.ts';
import { signInRoutes } from './signIn/routes.ts';

/** The routes of a console of these pages, and of nothing else: exact paths, those with fewer names first. */
export function consoleRoutes(resources: Resources, pages = ours): readonly Route[] {
  const given: Console = {
    ...resources,
    isSecure: resources.config.publicUrl?.startsWith('https:') ?? false,
    notices: new Map(pages.flatMap(({ posts }) => posts.map(({ name, done }) => [name, done]))),
  };
  const isPage = among(pages.map(({ path }) => path));
  const routes = [...pages.flatMap(page => routesOf(given, page)), ...signInRoutes(given, isPage)];
  const names = ({ pattern }: Route) => pattern.split(':').length;
  return [...assetRoutes, ...routes.map(withErrorPages).sort((one, other) => names(one) - names(other))];
}

function routesOf(given: Console, page: Page): Route[] {
  return [
    { method: 'GET', pattern: page.path, handler: showing(given, page) },
    ...page.posts.flatMap((post): Route[] => [
      { method: 'POST', pattern: post.path, handler: doing(given, page, post) },
      ...(post.irreversible === null
        ? []
        : [{ method: 'GET', pattern: post.path, handler: asking(given, page, post) } as const]),
    ]),
  ];
}

/** What a handler throws becomes a page, and not the API's error body. */
function withErrorPages({ method, pattern, handler }: Route): Route {
  const safe: Handler = async (req: Request, res: ServerResponse) => {
    try {
      await handler(req, res);
    } catch (error) {
      sendError(req, res, error);
    }
  };
  return { method, pattern, handler: safe };
}
