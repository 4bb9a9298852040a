import { consolePage } from '../src/console/html/layout.ts';
import { clients } from '../src/console/pages/clients.ts';
import { invoices } from '../src/console/pages/invoices.ts';

const id = (n: number) => `0198f2a4-0000-7000-8000-${String(n).padStart(12, '0')}`;
const person: any = {
  workspace_id: id(1),
  member_id: id(2),
  email: 'owner@studio.example',
  role: 'owner',
  workspace_name: 'Larkspur Studio',
  currency: 'USD',
  time_zone: 'America/New_York',
  locale: 'en-US',
  is_recently_authenticated: false,
};
let n = 0;
const iso = (k: number) => new Date(Date.UTC(2026, 8, 1) + ((k * 7919) % 7000) * 1e6 + k).toISOString();
const make = () => ({
  list: {
    data: Array.from({ length: 25 }, () => {
      const k = n++;
      return {
        id: id(k),
        projectId: id(k % 10),
        number: `INV-${k % 10000}`,
        kind: 'invoice',
        status: 'SENT',
        currency: 'USD',
        totalCents: 12345 + k,
        dueDate: iso(k).slice(0, 10),
        sentAt: iso(k),
        paidAt: null,
      };
    }),
    page: { page: 1, perPage: 25, total: 300, pageCount: 12 },
    projects: Object.fromEntries(
      Array.from({ length: 10 }, (_, k) => [
        id(k),
        { name: `Project ${k} & more`, client: `Client ${k}`, isTrashed: false },
      ]),
    ),
    drafts: {},
    today: '2026-11-25',
  },
  sums: { counts: [{ kind: 'invoice', status: 'SENT', invoices: 300 }], overdue: 7, totals: [] },
  offered: { projects: Array.from({ length: 20 }, (_, k) => ({ id: id(k), name: `Project ${k}` })) },
});
const makeClients = () => ({
  clients: {
    data: Array.from({ length: 25 }, () => {
      const k = n++;
      return { id: id(k), name: `Client ${k}`, company: `Company ${k}`, createdAt: iso(k), projectCount: 2 };
    }),
    page: { page: 1, perPage: 25, total: 1000, pageCount: 40 },
  },
});
const best = (name: string, page: any, rows: () => any, path: string) => {
  let min = Infinity,
    bytes = 0;
  for (let batch = 0; batch < 60; batch++) {
    const all = Array.from({ length: 40 }, rows);
    const t = process.hrtime.bigint();
    for (const r of all) {
      const context = { params: {}, search: new URLSearchParams(), person, here: path, origin: 'http://x' };
      const view = page.view(r, context);
      bytes = Buffer.byteLength(String(consolePage(person, path, view, null)));
    }
    min = Math.min(min, Number(process.hrtime.bigint() - t) / 40 / 1000);
  }
  console.log(name, min.toFixed(1), 'µs', bytes);
};
best('/invoices', invoices, make, '/invoices');
best('/clients', clients, makeClients, '/clients');
