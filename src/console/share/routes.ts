import type { ServerResponse } from 'node:http';
import type { Request, Route } from '../../http/handler.ts';
import type { ConsoleResources } from '../requests/console.ts';
import { redirect } from '../requests/reply.ts';
import { changeOrderPage } from './changeOrder.ts';
import { contractPage } from './contract.ts';
import { creditNotePage } from './creditNote.ts';
import { inquiryPage } from './inquiry.ts';
import { intakePage } from './intake.ts';
import { invoicePage } from './invoice.ts';
import { linkRequest } from './link.ts';
import { logoHandler } from './logo.ts';
import { portalPage } from './portal.ts';
import { scopePage } from './scope.ts';
import type { SharePage } from './sharePage.ts';
import { fileHandler, showSharePage } from './show.ts';
import { statementPage } from './statement.ts';
import { submitHandler } from './submit.ts';

const pages: readonly SharePage[] = [
  intakePage,
  scopePage,
  contractPage,
  invoicePage,
  creditNotePage,
  changeOrderPage,
  portalPage,
  statementPage,
  inquiryPage,
];

/** The pattern of a page's path. */
function patternOf({ page, below = '' }: SharePage): string {
  return `/${page}/:token${below}`;
}

/** The patterns of the share links themselves. */
export const shareLinks = pages.map(patternOf);

/** The routes of the pages behind share links, and of the logos on them. */
export const shareRoutes = (resources: ConsoleResources): Route[] => [
  { method: 'GET', pattern: '/logos/:workspace/:sha256', handler: logoHandler(resources) },
  ...pages.flatMap((shared): Route[] => {
    const pattern = patternOf(shared);
    const { posts = [], files } = shared;
    const requestOf = (req: Request, res: ServerResponse) => linkRequest(resources, req, res, shared);
    return [
      // Before the page, whose pattern matches these paths too.
      ...(files?.formats ?? []).map(
        (format): Route => ({
          method: 'GET',
          pattern: `${pattern}.${format}`,
          handler: fileHandler(resources, shared, files!, format),
        }),
      ),
      { method: 'GET', pattern, handler: async (req, res) => showSharePage(requestOf(req, res)) },
      ...posts.flatMap((post): Route[] => [
        {
          method: 'POST',
          pattern: `${pattern}/${post.verb}`,
          handler: submitHandler(resources, shared, post),
        },
        // After a rejected form the address bar shows its address, and people reload it.
        {
          method: 'GET',
          pattern: `${pattern}/${post.verb}`,
          handler: async (req, res) => redirect(req, res, requestOf(req, res).here),
        },
      ]),
    ];
  }),
];
