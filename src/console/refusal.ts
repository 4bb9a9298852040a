import type { Failure } from '../failure.ts';
import type { Html } from './html.ts';

/** A form that was sent and came to nothing, for the page that shows it again. */
export interface Refusal {
  /** The path that the form was sent to: with what it asks, it tells the form from others on the page. */
  path: string;
  /** What was typed, as it was sent. */
  values: URLSearchParams;
  /** What is wrong; those with a field stand beside it. */
  failures: readonly Failure[];
  /** 409: the record changed meanwhile; 200: the form was sent for more rows. */
  status: 200 | 409 | 422;
  /** What to do first where nothing is wrong but that: prove again who one is. */
  first?: Html;
}
