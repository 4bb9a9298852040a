import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Deadline } from '../concurrency/deadline.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { Access } from './access.ts';

/** A request with what the router adds to it. */
export type Request = IncomingMessage & {
  path: string;
  search: string | null;
  params: Record<string, string>;
  /** The deadline for waiting for the database. Reading the request's body doesn't count (readBody). */
  deadline: Deadline;
  access: Access;
};
export type Handler = (req: Request, res: ServerResponse) => Promise<void>;

/** The dependencies of handlers. */
export interface Resources {
  database: Database;
  config: Config;
}

/** A handler with its method and pattern; `:name` in the pattern matches any text up to the next slash. */
export interface Route {
  method: 'GET' | 'POST';
  /** `*` matches every path that no other route matches. There is at most one such route. */
  pattern: string;
  handler: Handler;
  /** Only for `*`: whether the route answers this request. If not, the request is answered as if the route didn't exist. */
  accepts?: (req: Request) => Promise<boolean>;
}
