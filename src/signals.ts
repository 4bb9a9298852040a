import { channel } from 'node:diagnostics_channel';
import type { Code } from './failure.ts';

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
  /** A request to web got its connection to the database, after waiting so long. */
  connection: signal<{ seconds: number }>('connection'),
  /** An attempt to deliver was made. */
  attempt: signal<{ outcome: string; seconds: number }>('attempt'),
  /** A job ended. One that failed is tried again. */
  job: signal<{ task: string; result: 'succeeded' | 'failed' }>('job'),
};
