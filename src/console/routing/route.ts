import type { ServerResponse } from 'node:http';
import type { Handler, Request, Resources, Route } from '../../http/handler.ts';
import { searchForm } from '../components/searchForm.ts';
import { noticesOf } from '../forms/post.ts';
import { assetRoutes } from '../html/assets.ts';
import { html } from '../html/html.ts';
import { consolePage } from '../html/layout.ts';
import type { Page } from '../page/page.ts';
import { pageRequest } from '../page/pageRequest.ts';
import { showPage } from '../page/showPage.ts';
import { documentFileRoutes } from '../pages/documentFiles.ts';
import { formAddressHandler, postHandler } from '../posts/postHandler.ts';
import { authenticate, type ConsoleResources } from '../requests/console.ts';
import { fileRoute } from '../requests/fileRoute.ts';
import { pathMatcher } from '../requests/paths.ts';
import { type ErrorFrame, type ErrorViewers, sendError } from '../requests/reply.ts';
import { shareLinks, shareRoutes } from '../share/routes.ts';
import { unsubscribePath, unsubscribeRoutes } from '../share/unsubscribe.ts';
import { invitationPath } from '../signIn/invitation.ts';
import { signInRoutes } from '../signIn/routes.ts';
import { pages as ours } from './pages.ts';
import { unknownPath } from './unknownPath.ts';

/** The routes of a console with these pages: exact paths, those with fewer parameters first. */
export function consoleRoutes(base: Resources, pages = ours): readonly Route[] {
  const resources: ConsoleResources = {
    ...base,
    isSecure: base.config.publicUrl?.startsWith('https:') ?? false,
    notices: new Map(pages.flatMap(({ posts }) => posts.flatMap(noticesOf))),
  };
  const isPage = pathMatcher([...pages.flatMap(addressesOf), invitationPath]);
  const routes = [
    ...[
      // Before the pages, whose patterns match these paths too.
      ...documentFileRoutes(resources),
      ...pages.flatMap(page => routesOf(resources, page)),
    ].map(route => withErrorPages(route, inConsole(resources))),
    ...signInRoutes(resources, isPage).map(route => withErrorPages(route, async () => null)),
    ...shareRoutes(resources).map(route => unlisted(withErrorPages(route, 'clients'))),
    ...unsubscribeRoutes(resources).map(route => unlisted(withErrorPages(route, 'linkHolders'))),
  ];
  const names = ({ pattern }: Route) => pattern.split(':').length;
  const opened = routes.filter(({ method }) => method === 'GET').map(({ pattern }) => pattern);
  // The API's documentation is not a page of the console, but people type its address as if it were.
  const links = [...shareLinks, unsubscribePath, invitationPath];
  const unknown = withErrorPages(unknownPath(resources, [...opened, '/docs'], links), inConsole(resources));
  return [...assetRoutes, ...routes.sort((one, other) => names(one) - names(other)), unknown];
}

const addressesOf = ({ path, alias }: Page) => (alias === undefined ? [path] : [path, alias]);

function routesOf(resources: ConsoleResources, page: Page): Route[] {
  return [
    ...addressesOf(page).map(
      (path): Route => ({
        method: 'GET',
        pattern: path,
        handler: (req, res) => showPage(pageRequest(resources, req, res, { ...page, path })),
      }),
    ),
    ...page.files.map(file => fileRoute(resources, page, file)),
    ...page.posts.flatMap((post): Route[] => {
      const route: Route = {
        method: 'POST',
        pattern: post.path,
        handler: postHandler(resources, page, post),
      };
      return post.path === page.path
        ? [route]
        : [route, { method: 'GET', pattern: post.path, handler: formAddressHandler(resources, page, post) }];
    }),
  ];
}

/** Keeps pages behind links with a secret out of search engines. */
function unlisted({ handler, ...rest }: Route): Route {
  return {
    ...rest,
    handler: (req, res) => {
      res.setHeader('X-Robots-Tag', 'noindex, nofollow');
      return handler(req, res);
    },
  };
}

/** Error pages in the console's layout, with its search, for people who are signed in. */
const inConsole =
  (resources: ConsoleResources): ErrorFrame =>
  async (req, title, text) => {
    const admitted = await authenticate(resources, req);
    return (
      admitted && consolePage(admitted.person, req.path, { title, body: html`${text}${searchForm()}` }, null)
    );
  };

/** Shows an error that the handler throws as a page, not as the API's error body. */
function withErrorPages({ handler, ...rest }: Route, viewers: ErrorViewers): Route {
  const safe: Handler = async (req: Request, res: ServerResponse) => {
    try {
      await handler(req, res);
    } catch (error) {
      await sendError(req, res, error, viewers);
    }
  };
  return { ...rest, handler: safe };
}
