create or replace function corkboard.kept_line_ids(p_before uuid[], p_given jsonb, p_lines integer) returns uuid[]
language plpgsql immutable
as $$
declare
  v_ids uuid[];
begin
  if p_before is null or p_given is null then
    return case when cardinality(p_before) = p_lines then p_before end;
  end if;
  -- An id that is given twice stays with the first of its lines.
  select array_agg(case when g.id = any (p_before::text[]) and g.number = g.first then g.id::uuid end order by g.number)
    into v_ids
    from (select e.id, e.number, min(e.number) over (partition by e.id) as first
            from jsonb_array_elements_text(p_given) with ordinality e (id, number)) g;
  return case when cardinality(v_ids) = p_lines and cardinality(array_remove(v_ids, null)) > 0 then v_ids end;
end
$$;
comment on function corkboard.kept_line_ids(uuid[], jsonb, integer) is
  'The ids of the lines (invoices.line_ids) after an edit, from those before it and those given for the new lines, in their order. Null p_given: the caller knows no ids, so they stay if there are as many lines.';
