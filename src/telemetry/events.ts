import { channel } from 'node:diagnostics_channel';
import type { Code } from '../errors/failure.ts';
import type { Cause } from '../errors/translate.ts';

/** How a wait for a database connection ended: with a connection, at the deadline, or because none could be opened. */
export const waitOutcomes = ['connected', 'deadline_exceeded', 'failed'] as const;
export type Wait = (typeof waitOutcomes)[number];

/** How a job ended. A failed one is retried, unless it was its last try. */
export const jobResults = ['succeeded', 'failed'] as const;

/** The outcome of an email: `rejected` for good by the mail server, or `failed`, and then it is tried again. */
export const mailResults = ['sent', 'rejected', 'failed'] as const;

/** An event that happens often and that the metrics count. Without a listener, emitting it costs almost nothing. */
function event<Message extends object>(name: string) {
  const subscribers = channel(`corkboard:${name}`);
  return {
    emit: (message: Message) => {
      if (subscribers.hasSubscribers) subscribers.publish(message);
    },
    on: (listen: (message: Message) => void) => subscribers.subscribe(message => listen(message as Message)),
  };
}

export const events = {
  /** A request was answered. Without a status, its client had disconnected. */
  request: event<{
    operation: string;
    status: number | undefined;
    code: Code | undefined;
    seconds: number;
  }>('request'),
  /** A request failed on our side. */
  fault: event<{ cause: Cause }>('fault'),
  /** A client's connection was closed as soon as it was opened, because the connection limit was reached. */
  drop: event<object>('drop'),
  /** A request waited this long for a database connection. */
  connection: event<{ outcome: Wait; seconds: number }>('connection'),
  /** A delivery attempt ended. */
  attempt: event<{ outcome: string; seconds: number }>('attempt'),
  /** An email was handed to the mail server, or was not. */
  mail: event<{ result: (typeof mailResults)[number] }>('mail'),
  /** A job ended. */
  job: event<{ task: string; result: (typeof jobResults)[number] }>('job'),
};
