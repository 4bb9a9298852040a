import { pino } from 'pino';

/** One line of JSON per event on standard output, for the platform's log router. */
export const log = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime });
