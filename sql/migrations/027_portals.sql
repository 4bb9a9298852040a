-- A page for each client with all that members sent, and statements.

create table corkboard.client_portals (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  client_id uuid not null,
  token text not null default corkboard.new_share_token(),
  opened_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  unique (workspace_id, client_id),
  foreign key (workspace_id, client_id) references corkboard.clients (workspace_id, id)
);
-- Not unique, for the same reason as api_keys_hash.
create index client_portals_token on corkboard.client_portals (token);
comment on table corkboard.client_portals is
  'The links with which clients open their portal and their statement. A client has none until a member makes one.';
comment on column corkboard.client_portals.client_id is 'The client.';
comment on column corkboard.client_portals.token is 'The token of the links, without the workspace''s suffix.';
comment on column corkboard.client_portals.opened_at is 'When a member made the portal.';

-- In a block, because Citus passes on the text of the query, outside of one the whole file; each constraint by itself, because
-- it takes none beside other changes. They are not valid, because existing rows fit them.
do $$
begin
  alter table corkboard.scopes
    add column sent_version integer,
    add column sent_at timestamptz;
  alter table corkboard.scopes add constraint scopes_sent_version_check check (
    (sent_version is null) = (sent_at is null) and sent_version between 1 and version
  ) not valid;
  alter table corkboard.projects
    add column contract_sent_at timestamptz;
  alter table corkboard.issued_documents drop constraint issued_documents_kind_check;
  alter table corkboard.issued_documents add constraint issued_documents_kind_check check (
    kind in ('invoice', 'estimate', 'scope', 'contract', 'change_order')
  ) not valid;
  alter table corkboard.document_previews drop constraint document_previews_kind_check;
  alter table corkboard.document_previews add constraint document_previews_kind_check check (
    kind in ('invoice', 'estimate', 'scope', 'contract', 'change_order', 'statement')
  ) not valid;
  alter table corkboard.document_previews
    add column period_from date,
    add column period_until date;
  alter table corkboard.document_previews add constraint document_previews_period_check check (
    (kind = 'statement') = (period_from is not null and period_until is not null)
  ) not valid;
  alter table corkboard.document_mails drop constraint document_mails_kind_check;
  alter table corkboard.document_mails add constraint document_mails_kind_check check (
    kind in ('invoice', 'estimate', 'scope', 'contract', 'change_order', 'portal')
  ) not valid;
  alter table corkboard.document_mails alter column project_id drop not null;
  alter table corkboard.document_mails add constraint document_mails_project_id_check check (
    (project_id is null) = (kind = 'portal')
  ) not valid;
  alter table corkboard.mail_texts drop constraint mail_texts_template_check;
  alter table corkboard.mail_texts add constraint mail_texts_template_check check (
    template in ('invoice', 'estimate', 'scope', 'contract', 'reminder', 'change_order', 'portal')
  ) not valid;
end
$$;
comment on column corkboard.scopes.sent_version is 'The version that a member sent last; null: none was sent.';
comment on column corkboard.scopes.sent_at is 'When that version was sent.';
comment on column corkboard.projects.contract_sent_at is 'When a member sent the contract; null: it was not sent.';
comment on column corkboard.document_previews.record_id is
  'The invoice or estimate; for a scope or contract its project; for a change order its proposal; for a statement the client.';
comment on column corkboard.document_previews.period_from is 'The first day of a statement''s period; null for other kinds.';
comment on column corkboard.document_previews.period_until is 'The last day of a statement''s period; null for other kinds.';
comment on column corkboard.document_mails.record_id is
  'The invoice or estimate; for a scope or contract its project; for a change order its proposal; for a portal the client.';
comment on column corkboard.document_mails.kind is
  'What is emailed: an invoice, an estimate, a scope, a contract, a change order, or the link of a portal.';
