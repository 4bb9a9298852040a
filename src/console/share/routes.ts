import type { Route } from '../../http/handler.ts';
import type { ConsoleResources } from '../routing/console.ts';
import { contractPage } from './contract.ts';
import { intakePage } from './intake.ts';
import { invoicePage } from './invoice.ts';
import { leading, opening } from './open.ts';
import { scopePage } from './scope.ts';
import { sending } from './send.ts';
import type { Shared } from './shared.ts';

const pages: readonly Shared[] = [intakePage, scopePage, contractPage, invoicePage];

/** The routes of the pages that clients open by the links that were sent to them. */
export const shareRoutes = (resources: ConsoleResources): Route[] =>
  pages.flatMap((shared): Route[] => {
    const pattern = `/${shared.page}/:token`;
    const { post } = shared;
    return [
      { method: 'GET', pattern, handler: opening(resources, shared) },
      ...(post
        ? [
            {
              method: 'POST',
              pattern: `${pattern}/${post.verb}`,
              handler: sending(resources, shared, post),
            } as const,
            {
              method: 'GET',
              pattern: `${pattern}/${post.verb}`,
              handler: leading(resources, shared),
            } as const,
          ]
        : []),
    ];
  });
