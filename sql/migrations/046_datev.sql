-- What files for DATEV need to know, and the numbers of clients in them.

create table corkboard.datev_settings (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  account_length integer not null check (account_length between 4 and 8),
  first_debtor integer not null,
  settings json not null check (json_typeof(settings) = 'object'),
  primary key (workspace_id, id),
  unique (workspace_id),
  constraint datev_settings_first_debtor_check check (
    left(first_debtor::text, 1) between '1' and '6' and char_length(first_debtor::text) between 5 and account_length + 1)
);
comment on table corkboard.datev_settings is 'The settings of a workspace''s last file for DATEV, with which the next one begins.';
comment on column corkboard.datev_settings.account_length is 'How many digits an account has. Those of clients have one more.';
comment on column corkboard.datev_settings.first_debtor is
  'The account of the first client, with the digits of the first file: longer accounts have zeros after it.';
comment on column corkboard.datev_settings.settings is
  'The other fields of the form by name, without those that were left blank: numbers and accounts.';

create table corkboard.datev_debtors (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  client_id uuid not null,
  ordinal integer not null check (ordinal > 0),
  primary key (workspace_id, id),
  unique (workspace_id, client_id),
  unique (workspace_id, ordinal),
  foreign key (workspace_id, client_id) references corkboard.clients (workspace_id, id)
);
comment on table corkboard.datev_debtors is
  'The numbers of clients in files for DATEV. A client gets one with the first file after it was added, and keeps it, also once it is erased.';
comment on column corkboard.datev_debtors.client_id is 'The client.';
comment on column corkboard.datev_debtors.ordinal is 'Counts the clients from 1, in the order in which they were added.';
