-- Whom clients ask about invoices: German electronic invoices must name a person with a phone number and an email address.

alter table corkboard.workspaces
  add column contact_name text check (char_length(contact_name) between 1 and 500),
  add column contact_email text check (char_length(contact_email) between 1 and 254),
  add column contact_phone text check (char_length(contact_phone) between 1 and 50);
comment on column corkboard.workspaces.contact_name is 'Whom clients ask about invoices; only electronic invoices say so.';
comment on column corkboard.workspaces.contact_email is 'The email address of that contact.';
comment on column corkboard.workspaces.contact_phone is 'The phone number of that contact.';
