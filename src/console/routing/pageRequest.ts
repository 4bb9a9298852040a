import type { ServerResponse } from 'node:http';
import type { Request } from '../../http/handler.ts';
import type { Post } from '../posts/post.ts';
import type { PageAddress } from '../sessions/visit.ts';
import type { Console } from './console.ts';
import type { Page } from './page.ts';
import { addressOf, queryOf } from './paths.ts';

/** A request for a page, or for something that is done on it. */
export interface PageRequest {
  given: Console;
  req: Request;
  res: ServerResponse;
  page: Page;
  at: PageAddress;
  /** The page's own address, whether it is opened or a form is sent to one of its posts. */
  here: string;
}

/** What a request asks of a page. `within`: what the page's query must also say, for a post's form to be on the page. */
export function pageRequest(
  given: Console,
  req: Request,
  res: ServerResponse,
  page: Page,
  within: Post['within'] = {},
): PageRequest {
  const search = new URLSearchParams(req.search ?? '');
  for (const [name, value] of Object.entries(within)) search.set(name, value);
  const at = { params: req.params, search };
  return { given, req, res, page, at, here: addressOf(page.path, at.params) + queryOf(search) };
}
