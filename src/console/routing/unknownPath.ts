import type { Request, Route } from '../../http/handler.ts';
import { admit, type Console } from './console.ts';
import { among } from './paths.ts';
import { notFound } from './refused.ts';
import { sendOn } from './reply.ts';

/**
 * The route of addresses that nothing answers to, for people who are signed in: they get a page, or are led to the page
 * that they meant if only a slash at the end is too much. Programs, and whoever is not signed in, get the API's answer.
 * `patterns`: of all pages.
 */
export function unknownPath(given: Console, patterns: readonly string[]): Route {
  const isPage = among(patterns);
  return {
    method: 'GET',
    pattern: '*',
    takes: async req => isByBrowser(req) && (await admit(given, req)) !== null,
    handler: async (req, res) => {
      const path = req.path.replace(/\/+$/, '');
      // Only to pages of ours: a browser would take an address that begins with two slashes for another site.
      if (path === req.path || !isPage(path)) throw notFound();
      sendOn(req, res, path + (req.search ?? ''));
    },
  };
}

/** Whether a request can be a person's who typed an address, or followed a link: programs bring a key, or ask for the API. */
const isByBrowser = ({ path, headers }: Request): boolean =>
  headers.authorization === undefined && !/^\/api(?:\/|$)/.test(path);
