create or replace function corkboard.field_name(p_column text) returns text
language sql immutable strict parallel safe
as $$
  select left(p_column, 1) || substr(replace(initcap(replace(p_column, '_', ' ')), ' ', ''), 2)
$$;
comment on function corkboard.field_name(text) is 'What the field of a column is called in what the service says: contactName for contact_name.';
