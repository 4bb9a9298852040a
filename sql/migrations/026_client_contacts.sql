do $$
begin
  alter table corkboard.clients add column contacts jsonb;
  alter table corkboard.clients add column archived_at timestamptz;
  comment on column corkboard.clients.contacts is
    'Further people at the client, in order, each with a name, an email address, a phone number and a role: billing, approval or other (check_contacts). Null: none. Never returned by the API.';
  comment on column corkboard.clients.archived_at is
    'Since when the console''s list leaves it out, because there is no more work for it; null: it doesn''t. The API lists it, and it counts against the plan''s cap.';
end
$$;

do $$
begin
  alter table corkboard.clients add constraint clients_contacts_check
    check (jsonb_typeof(contacts) = 'array' and jsonb_array_length(contacts) between 1 and 20) not valid;
end
$$;

-- No row is in it yet, so that it takes one look at the table. Where that takes too long, an operator builds it before the release.
-- squawk-ignore require-concurrent-index-creation
create index if not exists clients_archived on corkboard.clients (workspace_id, name collate "und-x-icu", id)
  where archived_at is not null and trashed_at is null;
