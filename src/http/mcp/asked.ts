import type { FragmentSqlToken } from 'slonik';
import type { Admission } from '../../admission/admit.ts';
import type { Kind } from '../../admission/rates.ts';
import type { Patience } from '../../database/patience.ts';
import type { Scope } from '../../operations/define.ts';
import type { Pieces } from '../answer.ts';

/** What a message asks for, before it is known who asks. */
export interface Asked {
  /** What it costs. */
  kind: Kind;
  scope: Scope;
  /** Rides in admission's round trip. */
  read?: FragmentSqlToken | undefined;
  /**
   * The members of the JSON-RPC result, in pieces; null answers nothing (a notification). Only for
   * those who were let in, and those whose key lacks the scope. Throws ProtocolError, and Failure for what
   * ends as HTTP.
   */
  answer: (admission: Admission, patience: Patience) => Pieces | null | Promise<Pieces>;
}

/** Everything but a tool call costs one read, which every key may (decisions: Assistant tool server). */
export const asking = (answer: Asked['answer']): Asked => ({ kind: 'read', scope: 'read', answer });
