import { recordPage } from '../../records/recordPage.ts';
import { html, type Value } from '../html/html.ts';
import type { DeliveryRow } from '../records/deliveries.ts';

/** A link to the record of a delivery's event, with its number or name; null if there is no record. */
export function recordLink({
  event,
  record,
  recordIds,
}: Pick<DeliveryRow, 'event' | 'record' | 'recordIds'>): Value {
  const page = recordPage(event, recordIds);
  return page === null ? record : html`<a href="${page}">${record}</a>`;
}
