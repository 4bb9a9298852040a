import type { Delivery } from '../delivery.ts';

/**
 * The envelope (spec: Envelope), compact. The data goes in as the text that the database holds: parsed and
 * written again, its bytes could differ from those of an earlier attempt.
 */
export function json({ id, event, createdAt, workspaceId, data }: Delivery): string {
  const head = JSON.stringify({ id, event, createdAt, workspaceId });
  return `${head.slice(0, -1)},"data":${data}}`;
}
