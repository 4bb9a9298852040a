import type { Row } from '../../actions/define.ts';
import type { Name } from '../../webhooks/outcome.ts';
import type { DeliveryRow } from '../records/deliveries.ts';
import type { Health } from '../records/endpoints.ts';

/** What came of an attempt, as people say it. */
export const outcomes: Record<Name, string> = {
  succeeded: 'Arrived',
  timeout: 'No answer within 10 seconds',
  dns: 'The name of its host was not found',
  refused_address: 'The address is not a public one',
  connection: 'The connection failed',
  tls: 'The certificate is not trusted, or TLS failed',
  redirect: 'Answered with a redirect, which is not followed',
  http_status: 'Answered, but not with success (2xx)',
};

export const outcomeOf = ({ outcome, status }: { outcome: Name; status: number | null }) =>
  status === null ? outcomes[outcome] : `${outcomes[outcome]}: ${status}`;

export const states: Record<Health['state'], string> = {
  off: 'Off',
  failing: 'Failing',
  retrying: 'Retrying',
  well: 'Well',
};

export const statuses: Record<DeliveryRow['status'], string> = {
  pending: 'Pending',
  succeeded: 'Succeeded',
  failed: 'Failed',
  missed: 'Missed',
};

export const formats: Record<Health['format'], string> = { json: 'JSON', slack: 'Slack', discord: 'Discord' };

/** The record that decides which of an endpoint's actions are offered. */
export const recordOf = ({ disabledAt, format }: Pick<Health, 'disabledAt' | 'format'>): Row => ({
  disabledAt,
  format,
});
