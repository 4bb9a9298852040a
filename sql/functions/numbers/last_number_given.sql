-- Numbers that differ by case or separators alone count as the same: files are named after them, and people don't tell them apart.
create or replace function corkboard.last_number_given(p_workspace uuid, p_format text, p_years int4range) returns bigint
language plpgsql stable
as $$
declare
  v_form constant text := '^' || lower(corkboard.number_in_path(p_format)) || '$';
  v_year constant text := regexp_replace(replace(v_form, '{year}', '([0-9]{4})'), '\{number(:[1-9])?\}', '[0-9]+');
  v_number constant text := regexp_replace(replace(v_form, '{year}', '[0-9]{4}'), '\{number(:[1-9])?\}', '0*([0-9]{1,18})');
begin
  return coalesce((
    select max(substring(n.number from v_number)::bigint)
      from (select lower(corkboard.number_in_path(d.number)) as number
              from (select i.number from corkboard.invoices i where i.workspace_id = p_workspace
                    union all
                    select c.number from corkboard.credit_notes c where c.workspace_id = p_workspace) d) n
     where v_form not like '%{year}%' or p_years @> substring(n.number from v_year)::integer), 0);
end
$$;
comment on function corkboard.last_number_given(uuid, text, int4range) is
  'The highest number that a document of any kind has in this format and in one of these years; 0 if none has one. It reads all documents of the workspace.';
