-- The last step makes one of the two spellings of é. It comes last, for upper case may take a character apart.
create or replace function corkboard.fold(value text) returns text
language sql immutable parallel safe strict
as $$
  select normalize(replace(upper(lower(value collate "und-x-icu") collate "und-x-icu"), U&'I\0307', 'I'), NFC) collate "C"
$$;
comment on function corkboard.fold(text) is 'Text as search compares it: without case, in every alphabet, in NFC.';

-- What search compares is kept with the client, and is made anew where it differs now.
update corkboard.clients set name = name where search_text is not nfc normalized;
