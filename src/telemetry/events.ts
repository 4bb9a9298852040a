import { channel } from 'node:diagnostics_channel';
import type { Code } from '../errors/failure.ts';
import type { Cause } from '../errors/translate.ts';

/** How a wait for a connection ended: with one, when the time for it was over, or because none could be opened. */
export type Wait = 'connected' | 'overdue' | 'failed';

/** Something that happens again and again, and that the metrics count. Where nothing listens, telling it costs one look at a flag. */
function signal<Message extends object>(name: string) {
  const told = channel(`corkboard:${name}`);
  return {
    tell: (message: Message) => {
      if (told.hasSubscribers) told.publish(message);
    },
    hear: (listen: (message: Message) => void) => told.subscribe(message => listen(message as Message)),
  };
}

export const signals = {
  /** A request was answered; without a status: its client had gone. */
  request: signal<{
    operation: string;
    status: number | undefined;
    code: Code | undefined;
    seconds: number;
  }>('request'),
  /** A request failed on our side. */
  fault: signal<{ cause: Cause }>('fault'),
  /** A client's connection was closed as soon as it was opened, because as many as there may be were open. */
  drop: signal<object>('drop'),
  /** A request to web has waited so long for its connection to the database; `outcome` says whether it got one. */
  connection: signal<{ outcome: Wait; seconds: number }>('connection'),
  /** An attempt to deliver was made. */
  attempt: signal<{ outcome: string; seconds: number }>('attempt'),
  /** A job ended. One that failed is tried again. */
  job: signal<{ task: string; result: 'succeeded' | 'failed' }>('job'),
};
