-- Whoever wrote a malformed line by SQL is told which invoice it is: the error of the constraint alone doesn't say.
do $$
declare
  v_malformed text;
begin
  select string_agg(format('%s (%s)', i.number, i.id), ', ') into v_malformed from (
    select i.number, i.id from corkboard.invoices i
     where not corkboard.are_line_items(i.line_items) order by i.id limit 10) i;
  if v_malformed is not null then
    raise exception using errcode = 'check_violation', message = format(
      'These invoices have malformed line_items, for which their pages fail: %s. Correct them, then release again (corkboard.are_line_items says what is well formed).',
      v_malformed);
  end if;
end
$$;

alter table corkboard.invoices validate constraint line_items_well_formed;
