import type { Random } from './random.ts';
import type { Workspace } from './workspace.ts';

/** The channel of a write. */
export type Channel = 'rest' | 'tool';

/** A write that a caller wants done once, and its responses. */
export interface Write {
  /** A text that only this write's record contains, by which the checks find the record. */
  marker: string;
  operation: string;
  /** The arguments of the tool, including the id that REST has in its path. */
  input: Record<string, unknown>;
  workspace: Workspace;
  channel: Channel;
  /** Whether the caller retries until it is acknowledged, or gives up when a response is lost. */
  repeatsUntilAcknowledged: boolean;
  /** The bodies of all responses that acknowledged it. */
  bodies: string[];
  /** The response, if the service rejected the write although it is valid. */
  refusal?: string;
}

type Draft = Pick<Write, 'operation' | 'input'>;

/** The kinds of writes: their weight, the record that they need, and their input with the marker. */
const drafts: {
  weight: number;
  from: 'clients' | 'projects' | 'undrafted' | null;
  make: (marker: string, id: string, random: Random) => Draft;
}[] = [
  { weight: 4, from: null, make: name => ({ operation: 'createClient', input: { name } }) },
  {
    weight: 2,
    from: 'clients',
    make: (name, clientId) => ({ operation: 'createProject', input: { clientId, name } }),
  },
  {
    weight: 2,
    from: 'undrafted',
    make: (timeline, id) => ({
      operation: 'draftScope',
      input: { id, deliverables: ['Logo', 'Website'], timeline, priceCents: 100_000 },
    }),
  },
  {
    weight: 5,
    from: 'projects',
    make: (description, id, random) => ({
      operation: 'logRevision',
      input: { id, description, classify: random.chance(0.4) },
    }),
  },
  {
    weight: 2,
    from: 'projects',
    make: (description, id) => ({ operation: 'logTime', input: { id, minutes: 45, description } }),
  },
  { weight: 2, from: 'projects', make: (body, id) => ({ operation: 'addNote', input: { id, body } }) },
  {
    weight: 4,
    from: 'projects',
    make: (poNumber, projectId, random) => ({
      operation: 'draftInvoice',
      input: {
        projectId,
        poNumber,
        kind: random.chance(0.8) ? 'invoice' : 'estimate',
        amountCents: random.between(1, 1_000_000),
        ...(random.chance(0.5) ? { dueDate: '2099-12-31' } : {}),
      },
    }),
  },
];

/** The next write of a caller. If it drafts a project's scope, no other caller drafts that scope. */
export function nextWrite(marker: string, workspace: Workspace, random: Random): Write {
  const possible = drafts.filter(({ from }) => from === null || workspace[from].length > 0);
  const { from, make } = random.pick(
    possible.flatMap(draft => Array<typeof draft>(draft.weight).fill(draft)),
  );
  const id = from === null ? '' : random.pick(workspace[from]);
  if (from === 'undrafted') workspace.undrafted.splice(workspace.undrafted.indexOf(id), 1);
  const channel = random.chance(0.6) ? 'rest' : 'tool';
  const repeatsUntilAcknowledged = random.chance(0.8);
  return { marker, ...make(marker, id, random), workspace, channel, repeatsUntilAcknowledged, bodies: [] };
}

/** Adds an acknowledged write's record to those that later writes build on. */
export function addRecord({ workspace, operation, input }: Write, body: string): void {
  const record = JSON.parse(body);
  if (operation === 'createClient') workspace.clients.push(record.client.id);
  if (operation === 'createProject') {
    workspace.projects.push(record.project.id);
    workspace.undrafted.push(record.project.id);
  }
  if (operation === 'draftScope') workspace.drafted.push(String(input.id));
  if (operation === 'draftInvoice') workspace.invoices.push(record.invoice.id);
}
