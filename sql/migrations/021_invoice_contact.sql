-- Whom clients ask about invoices: German electronic invoices must name a person with a phone number and an email address.

-- In a block, because Citus passes on the text of the query, outside of one the whole file; each constraint by itself, because
-- it takes none beside other changes. They are not valid, because no row has values yet.
do $$
begin
  alter table corkboard.workspaces
    add column contact_name text,
    add column contact_email text,
    add column contact_phone text;
  alter table corkboard.workspaces add constraint workspaces_contact_name_check check (
    char_length(contact_name) between 1 and 500
  ) not valid;
  alter table corkboard.workspaces add constraint workspaces_contact_email_check check (
    char_length(contact_email) between 1 and 254
  ) not valid;
  alter table corkboard.workspaces add constraint workspaces_contact_phone_check check (
    char_length(contact_phone) between 1 and 50
  ) not valid;
end
$$;
comment on column corkboard.workspaces.contact_name is 'Whom clients ask about invoices; only electronic invoices say so.';
comment on column corkboard.workspaces.contact_email is 'The email address of that contact.';
comment on column corkboard.workspaces.contact_phone is 'The phone number of that contact.';
