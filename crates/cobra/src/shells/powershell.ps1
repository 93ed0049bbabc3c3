# powershell completion for @NAME@                         -*- shell-script -*-

# Asks the program for the candidates of the word under the cursor: one a line, a TAB before a description,
# and at last ":" with the number of what to do with them.
Register-ArgumentCompleter -Native -CommandName '@NAME@' -ScriptBlock {
    param($WordToComplete, $CommandAst, $CursorPosition)

    $Words = @($CommandAst.CommandElements | Where-Object { $_.Extent.StartOffset -lt $CursorPosition } |
            ForEach-Object { if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { "$_" } })
    $Program = $Words[0]
    $Arguments = @($Words | Select-Object -Skip 1)
    if ($WordToComplete -eq '') { $Arguments += '' }

    $Lines = @(& $Program @REQUEST@ @Arguments 2>$null)
    $Directive = 0
    if ($Lines.Count -gt 0 -and $Lines[-1].StartsWith(':')) {
        $Directive = [int]$Lines[-1].Substring(1)
        $Lines = @($Lines | Select-Object -SkipLast 1)
    }
    if ($Directive -band 1) { return }

    $Space = if ($Directive -band 2) { '' } else { ' ' }
    $Prefix = if ($WordToComplete -match '^(-[^=]*=)') { $Matches[1] } else { '' }
    foreach ($Line in $Lines) {
        if ($Line.StartsWith('_activeHelp_ ')) { continue }
        $Word, $Description = $Line.Split("`t", 2)
        if (-not $Description) { $Description = $Word }
        [System.Management.Automation.CompletionResult]::new("$Prefix$Word$Space", $Word, 'ParameterValue', $Description)
    }
    if ($Lines.Count -eq 0 -and ($Directive -band 4)) { '' }
}
