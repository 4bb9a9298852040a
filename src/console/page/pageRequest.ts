import type { ServerResponse } from 'node:http';
import type { Request } from '../../http/handler.ts';
import type { Post } from '../forms/post.ts';
import type { ConsoleResources } from '../requests/console.ts';
import type { PageAddress } from '../requests/pageContext.ts';
import { addressOf, queryOf } from '../requests/paths.ts';
import type { Page } from './page.ts';

/** A request for a page or for one of its posts. */
export interface PageRequest {
  resources: ConsoleResources;
  req: Request;
  res: ServerResponse;
  page: Page;
  at: PageAddress;
  /** The path and query of the page, also if the request is for one of its posts. */
  here: string;
}

/** Makes the page request of a request. `pageQuery`: the parameters that the page needs to show the post's form. */
export function pageRequest(
  resources: ConsoleResources,
  req: Request,
  res: ServerResponse,
  page: Page,
  pageQuery: Post['pageQuery'] = {},
): PageRequest {
  const search = new URLSearchParams(req.search ?? '');
  for (const [name, value] of Object.entries(pageQuery)) search.set(name, value);
  const at = { params: req.params, search };
  return { resources, req, res, page, at, here: addressOf(page.path, at.params) + queryOf(search) };
}
