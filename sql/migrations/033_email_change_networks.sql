-- Codes are limited for each pair of address and network, so that strangers elsewhere can't use up a person's codes.
alter table corkboard.email_changes add column requested_from inet;
comment on column corkboard.email_changes.requested_from is
  'The network that requested the code (network_of), for limits. Null for requests before migration 033.';
