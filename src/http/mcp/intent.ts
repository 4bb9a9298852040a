import type { FragmentSqlToken } from 'slonik';
import type { Admission } from '../../admission/authenticate.ts';
import type { Kind } from '../../admission/rates.ts';
import type { Scope } from '../../operations/define.ts';
import type { Pieces } from '../answer.ts';
import type { Request } from '../handler.ts';

/** What a message asks for, before it is known who asks. */
export interface Intent {
  /** What the log calls it: an operation, or a method of the protocol; left out where it is neither. */
  operation?: string;
  /** Whether it costs a read or a write. */
  kind: Kind;
  scope: Scope;
  /** The SQL of a read, answered in admission's round trip. */
  read?: FragmentSqlToken | undefined;
  /**
   * Makes the members of the JSON-RPC result, in pieces; null answers nothing (a notification). Called only for those
   * who were admitted, and for those whose key lacks the scope. Throws ProtocolError, and Failure for what becomes an
   * HTTP error.
   */
  answer: (
    admission: Admission,
    req: Pick<Request, 'patience' | 'access'>,
  ) => Pieces | null | Promise<Pieces>;
}

/** Everything but a tool call costs one read, which every key may (decisions: Assistant tool server). */
export const toRead = (answer: Intent['answer'], operation?: string): Intent => ({
  kind: 'read',
  scope: 'read',
  answer,
  ...(operation !== undefined && { operation }),
});
