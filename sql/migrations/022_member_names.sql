-- Constraints of new columns are added without looking at the rows, and validated in the next file, which locks nothing.

do $$
begin
  alter table corkboard.members add column name text;
  comment on column corkboard.members.name is
    'What the member is called on pages, in emails and on documents; null: not said. Never returned by the API.';
end
$$;

do $$
begin
  alter table corkboard.members add constraint members_name_check check (char_length(name) between 1 and 100) not valid;
end
$$;
