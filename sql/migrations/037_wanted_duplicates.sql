-- Which likely duplicates of an import a member wants nevertheless.

-- In a block, because Citus passes on the text of the query, outside of one the whole file.
do $$
begin
  alter table corkboard.client_import_rows add column is_wanted boolean not null default false;
end
$$;
comment on column corkboard.client_import_rows.is_wanted is 'Whether a member wants the line imported although it is likely a duplicate.';
