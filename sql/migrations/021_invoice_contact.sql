-- Whom clients ask about invoices: German electronic invoices must name a person with a phone number and an email address.

alter table corkboard.workspaces
  add column contact_name text,
  add column contact_email text,
  add column contact_phone text;
-- Constraints of their own, because Citus takes none with a column. No row has values yet, so there is nothing to validate.
alter table corkboard.workspaces
  add constraint workspaces_contact_name_check check (char_length(contact_name) between 1 and 500) not valid,
  add constraint workspaces_contact_email_check check (char_length(contact_email) between 1 and 254) not valid,
  add constraint workspaces_contact_phone_check check (char_length(contact_phone) between 1 and 50) not valid;
comment on column corkboard.workspaces.contact_name is 'Whom clients ask about invoices; only electronic invoices say so.';
comment on column corkboard.workspaces.contact_email is 'The email address of that contact.';
comment on column corkboard.workspaces.contact_phone is 'The phone number of that contact.';
