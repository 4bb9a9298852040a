import type pg from 'pg';
import { createDriverFactory, type DriverCommand } from 'slonik';
import { Client } from './client.ts';
import { connectionTo, type WebLimits } from './connect.ts';

/**
 * slonik's driver, over the same connections that everything here uses. Its own driver knows fewer TLS modes than
 * PostgreSQL does, no keepalive, and no limit to the time that an answer takes.
 */
export const driver = (limits: WebLimits) =>
  createDriverFactory(async ({ driverConfiguration: { connectionUri } }) => ({
    createPoolClient: async ({ clientEventEmitter }) => {
      const client = new Client(connectionTo(connectionUri, 'web', limits));
      client.on('error', error => clientEventEmitter.emit('error', error));
      return {
        connect: async () => void (await client.connect()),
        end: () => client.end(),
        query: async (text, values = [], { name } = {}) => {
          const { command, fields, rowCount, rows } = await client.query({
            text,
            values,
            ...(name === undefined ? {} : { name }),
          } satisfies pg.QueryConfig);
          return {
            command: command as DriverCommand,
            fields: fields.map(({ dataTypeID, name }: pg.FieldDef) => ({ dataTypeId: dataTypeID, name })),
            rowCount,
            rows,
          };
        },
        stream: () => {
          throw new Error('No answer of this service is streamed from the database.');
        },
      };
    },
  }));
