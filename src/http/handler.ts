import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Deadline } from '../concurrency/deadline.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { Access } from './access.ts';

/** A request as the router hands it on. */
export type Request = IncomingMessage & {
  path: string;
  search: string | null;
  params: Record<string, string>;
  /** How long the request may still wait for the database. Reading its own body does not count (readBody). */
  deadline: Deadline;
  access: Access;
};
export type Handler = (req: Request, res: ServerResponse) => Promise<void>;

/** What handlers work with. */
export interface Resources {
  database: Database;
  config: Config;
}

/** A handler, and what it answers to; `:name` in the pattern stands for any text up to the next slash. */
export interface Route {
  method: 'GET' | 'POST';
  /** `*`: every path that nothing else answers to. There is at most one such route. */
  pattern: string;
  handler: Handler;
  /** Only for `*`: whether the route answers this request. If not, the request is answered as if the route didn't exist. */
  accepts?: (req: Request) => Promise<boolean>;
}
