create table corkboard.number_series (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  kind text not null check (kind in ('invoice', 'estimate', 'credit_note')),
  format text not null check (char_length(format) between 1 and 32),
  restarts_yearly boolean not null,
  year integer not null,
  last_number integer not null check (last_number >= 0),
  primary key (workspace_id, id),
  unique (workspace_id, kind)
);
comment on table corkboard.number_series is
  'How a workspace numbers its documents of a kind, once it has chosen that; without a row by the defaults (next_in_series).';
comment on column corkboard.number_series.kind is 'invoice, estimate or credit_note.';
comment on column corkboard.number_series.format is 'As in RE-{year}-{number:3}, which makes RE-2026-007 of the 7 (format_number).';
comment on column corkboard.number_series.restarts_yearly is 'Whether each year begins at 1.';
comment on column corkboard.number_series.year is
  'The year in which the last number was given or set, in the time zone that the workspace had then.';
comment on column corkboard.number_series.last_number is 'The last number that was given, or the one before the start that was set.';
do $$
begin
  comment on column corkboard.invoices.sequence is 'Counts up per workspace and kind without gaps.';
  comment on column corkboard.invoices.number is 'The number on the document (take_number). Each kind is counted by itself.';
  comment on column corkboard.credit_notes.sequence is 'Counts up per workspace without gaps.';
  comment on column corkboard.credit_notes.number is 'The number on the document (take_number).';
end
$$;
